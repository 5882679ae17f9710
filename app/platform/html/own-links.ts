import type { Link, Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** Matches the scheme, host and port of a URL, and the slash after it. */
const origin = /https?:\/\/[^\s/?#\\<>()"']*\/?/iu;

const linkInHtml = new RegExp(`(\\shref\\s*=\\s*["']?)(${origin.source})`, 'giu');

/** Whether a URL has this host and port, by http or https. */
function isOwn(url: string, host: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.host === host && /^https?:$/u.test(parsed.protocol);
}

/** Returns the path, query and anchor of a link to the site's own host; any other link unchanged. @param siteUrl its origin */
export const withoutOwnOrigin = (link: string, siteUrl: string): string =>
  isOwn(link, new URL(siteUrl).host) ? link.replace(origin, '/') : link;

const noPosition = { start: { offset: undefined }, end: { offset: undefined } };

/** Whether a text contains the host and port of a site, in a link for example. */
export const mentionsOrigin = (text: string, siteUrl: string): boolean =>
  text.toLowerCase().includes(new URL(siteUrl).host);

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Replaces links to the site's own host in Markdown by paths, but not in code. @throws RangeError if nested too deeply */
export function withoutOwnOriginInMarkdown(markdown: string, siteUrl: string): string {
  // Parsing takes about a millisecond, and most texts do not name the site.
  if (!mentionsOrigin(markdown, siteUrl)) return markdown;
  const { host } = new URL(siteUrl);
  let changed = '';
  let end = 0;
  const visit = (node: Nodes) => {
    const {
      start: { offset: from },
      end: { offset: to },
    } = node.position ?? noPosition;
    // The parser finds some bare URLs only in the finished text, after a quotation mark for example.
    if (from === undefined || to === undefined) return;
    const text = withPath(node, markdown.slice(from, to), host);
    if (text !== undefined) {
      changed += markdown.slice(end, from) + text;
      end = to;
    } else if ('children' in node) node.children.forEach(visit);
  };
  visit(parser.parse(markdown));
  return changed + markdown.slice(end);
}

/** Returns the Markdown of a node whose link is to be a path; undefined for any other node. @param written the Markdown of the node */
function withPath(node: Nodes, written: string, host: string): string | undefined {
  if (node.type === 'html') return htmlWithPaths(written, host);
  if ((node.type !== 'link' && node.type !== 'definition') || !isOwn(node.url, host)) return undefined;
  if (!written.startsWith('[')) return linkOfBareUrl(node.url, written);
  const target =
    node.type === 'link' ? lengthOfText(node) : (/^\[(?:[^[\]\\]|\\.)*\]:/su.exec(written)?.[0].length ?? 0);
  return written.slice(0, target) + written.slice(target).replace(origin, '/');
}

const htmlWithPaths = (html: string, host: string): string =>
  html.replace(linkInHtml, (whole, attribute: string, url: string) => (isOwn(url, host) ? `${attribute}/` : whole));

function linkOfBareUrl(url: string, written: string): string {
  const text = written.replace(/^<|>$/gu, '').replace(/[\\[\]*_~`<&]/gu, '\\$&');
  return `[${text}](<${url.replace(origin, '/').replace(/[\\<>&]/gu, '\\$&')}>)`;
}

/** Returns the length of a link's text, in which a URL is not its destination. */
function lengthOfText({ children, position }: Link): number {
  const start = position?.start.offset ?? 0;
  return (children.at(-1)?.position?.end.offset ?? start) - start;
}
