/** Inline elements that a message may contain. All others are replaced by their text. */
const inlineElements = 'a,abbr,b,br,code,em,i,mark,small,strong,sub,sup,u';

/** Where a link of a message may lead. */
const allowedLinks = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/iu;

/** Returns a server's message (Specification 7) with its inline markup (Ruling 25): the elements above, with no attribute but `href`. */
export const messageNodes = (html: string): Node[] => nodesOf(new DOMParser().parseFromString(html, 'text/html').body);

const nodesOf = (parent: Node): Node[] => [...parent.childNodes].flatMap(copiesOf);

function copiesOf(node: Node): Node[] {
  if (node instanceof Text) return [node];
  if (!(node instanceof Element) || node.matches('script,style')) return [];
  const children = nodesOf(node);
  if (!node.matches(inlineElements)) return [new Text(' '), ...children, new Text(' ')];
  const copy = document.createElement(node.localName);
  copy.append(...children);
  const href = node.getAttribute('href')?.trim() ?? '';
  if (copy instanceof HTMLAnchorElement && allowedLinks.test(href)) copy.href = href;
  return [copy];
}
