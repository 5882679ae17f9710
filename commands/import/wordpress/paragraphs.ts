import type { Element, ElementContent, Root, RootContent } from 'hast';
import { element, isBlank, isElement, isTag, textNode } from './html-tree.ts';

/** Elements that stand beside paragraphs and not in them. */
const blocks = new Set(
  'address article aside blockquote center details div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table tbody td tfoot th thead tr ul video audio'.split(
    ' ',
  ),
);

/** Elements whose loose text is made into paragraphs. */
const containers = new Set(['div', 'blockquote', 'section', 'article', 'main', 'center', 'aside', 'details']);

/** The same, but only where there is more than one. */
const cells = new Set(['li', 'td', 'th', 'dd', 'figcaption']);

/**
 * Makes paragraphs of text that stands loose, as WordPress does when it shows a post of the classic editor: an empty line,
 * or two line breaks, begin a new one.
 * @param options.breaks whether a line break in the source is one on the page; not where the source has paragraphs already
 */
export function makeParagraphs(root: Root, { breaks }: { breaks: boolean }): void {
  root.children = inContainer(root.children, breaks, false) as RootContent[];
}

function inContainer(children: readonly RootContent[], breaks: boolean, onlyIfSeveral: boolean): ElementContent[] {
  const groups: (Element | ElementContent[])[] = [];
  for (const node of children) {
    if (node.type === 'doctype' || node.type === 'comment') continue;
    if (
      isElement(node) &&
      (blocks.has(node.tagName) || [...node.children].some((child) => isElement(child) && blocks.has(child.tagName)))
    ) {
      groups.push(...inBlock(node, breaks));
      continue;
    }
    const last = groups.at(-1);
    if (Array.isArray(last)) last.push(node);
    else groups.push([node]);
  }
  const split = groups.map((group) => (Array.isArray(group) ? runsOf(group, breaks) : group));
  const several = split.flatMap((group) => (Array.isArray(group) ? group : [])).length > 1;
  const wrap = !onlyIfSeveral || several;
  return split.flatMap((group) => {
    if (!Array.isArray(group)) return [group];
    return wrap ? group.map((run) => element('p', run)) : group.flat();
  });
}

/** A block with its own text put in order. A paragraph that holds two line breaks in a row becomes two. */
function inBlock(node: Element, breaks: boolean): Element[] {
  if (node.tagName === 'pre') return [node];
  if (node.tagName === 'p') return runsOf(node.children, breaks).map((run) => ({ ...node, children: run }));
  if (/^h[1-6]$/u.test(node.tagName)) return [node];
  const isCell = cells.has(node.tagName);
  if (isCell || containers.has(node.tagName) || !blocks.has(node.tagName)) {
    return [{ ...node, children: inContainer(node.children, breaks, isCell || !blocks.has(node.tagName)) }];
  }
  return [
    {
      ...node,
      children: node.children.flatMap((child): ElementContent[] =>
        isElement(child) ? inBlock(child, breaks) : [child],
      ),
    },
  ];
}

/** Splits a run of text and inline elements where a paragraph ends. */
function runsOf(nodes: readonly ElementContent[], breaks: boolean): ElementContent[][] {
  const runs: ElementContent[][] = [[]];
  const last = () => runs.at(-1) ?? [];
  for (const node of nodes) {
    if (isTag(node, 'br')) {
      const run = last();
      const before = run.findLast((item) => !isBlank(item) || isTag(item, 'br'));
      if (isTag(before, 'br')) {
        run.splice(run.lastIndexOf(before));
        runs.push([]);
      } else {
        run.push(node);
      }
    } else if (node.type === 'text') {
      for (const [index, part] of node.value.split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/u).entries()) {
        if (index > 0) runs.push([]);
        last().push(...(breaks ? withBreaks(part) : [textNode(part)]));
      }
    } else if (node.type === 'element') {
      last().push(node);
    }
  }
  return runs.map(trimRun).filter((run) => !run.every(isBlank));
}

function withBreaks(text: string): ElementContent[] {
  return text
    .split(/\r?\n/u)
    .flatMap((line, index) => (index > 0 ? [element('br', []), textNode(line)] : [textNode(line)]));
}

/** Without space and line breaks at either end. */
function trimRun(run: ElementContent[]): ElementContent[] {
  const matters = (node: ElementContent) => !isTag(node, 'br') && !(node.type === 'text' && node.value.trim() === '');
  const first = run.findIndex(matters);
  return first < 0 ? [] : run.slice(first, run.findLastIndex(matters) + 1);
}
