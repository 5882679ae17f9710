import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** An element as a browser parses it. */
export interface HtmlElement {
  name: string;
  /** By their names in lower case; an attribute without a value is ''. */
  attributes: Readonly<Record<string, string>>;
  /** Its text without markup. */
  text: string;
}

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string | number | boolean | null | undefined | (string | number)[]>;
  children?: Node[];
  content?: Node;
}

const parser = unified().use(rehypeParse, { verbose: false }).freeze();

/** Every element of a document, in order. */
export function elementsOf(html: string): HtmlElement[] {
  const elements: HtmlElement[] = [];
  const walk = (node: Node): string => {
    if (node.type === 'text') return node.value ?? '';
    const element: HtmlElement | undefined =
      node.type === 'element' ? { name: node.tagName ?? '', attributes: attributesOf(node), text: '' } : undefined;
    if (element) elements.push(element);
    const text = [...(node.children ?? []), ...(node.content ? [node.content] : [])].map(walk).join('');
    if (element) element.text = text;
    return text;
  };
  walk(parser.parse(html) as Node);
  return elements;
}

/** The names that the parser gives attributes are those of JavaScript: `className`, `htmlFor`, `onClick`. */
const renamed: Readonly<Record<string, string>> = { classname: 'class', htmlfor: 'for' };

function attributesOf({ properties = {} }: Node): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) => {
      if (value === false || value === null || value === undefined) return [];
      const name = renamed[key.toLowerCase()] ?? key.toLowerCase();
      return [[name, value === true ? '' : Array.isArray(value) ? value.join(' ') : String(value)]];
    }),
  );
}

/** Text of an attribute or of XML with its entities read. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
