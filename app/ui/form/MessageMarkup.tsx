import { Fragment, type ReactNode } from 'react';

/** Inline elements that a message may contain. All others are replaced by their text. */
const inlineElements = [
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'em',
  'i',
  'mark',
  'small',
  'strong',
  'sub',
  'sup',
  'u',
] as const;
type InlineElement = (typeof inlineElements)[number];

/** Where a link of a message may lead. */
const allowedLinks = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/iu;

/** Elements whose text is not part of the message. */
const unread = ['script', 'style', 'template', 'title'];

/**
 * A server's message, which may contain HTML (Specification 7): inline markup is rendered (Ruling 25). The HTML is parsed, not
 * inserted: only the elements above are rendered, without attributes except a link's URL.
 */
export function MessageMarkup({ html }: { html: string }) {
  if (!/[<&]/u.test(html) || typeof DOMParser === 'undefined') return html;
  return renderChildren(new DOMParser().parseFromString(html, 'text/html').body);
}

const renderChildren = (parent: Node): ReactNode =>
  [...parent.childNodes].map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
    <Fragment key={index}>{renderNode(node)}</Fragment>
  ));

function renderNode(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
  const name = node.localName;
  if (unread.includes(name)) return null;
  if (!isInline(name)) return <> {renderChildren(node)} </>;
  if (name === 'br') return <br />;
  const Inline = name;
  const href = node.getAttribute('href')?.trim() ?? '';
  return <Inline {...(name === 'a' && allowedLinks.test(href) ? { href } : {})}>{renderChildren(node)}</Inline>;
}

const isInline = (name: string): name is InlineElement => (inlineElements as readonly string[]).includes(name);
