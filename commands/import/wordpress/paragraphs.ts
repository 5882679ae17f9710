import type { Element, ElementContent, Root, RootContent } from 'hast';
import { element, isElement, isTag, textNode } from '../../../app/platform/html/html-tree.ts';
import { isBlank } from './html-tree.ts';

/** Elements that cannot be inside paragraphs. */
export const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote center details div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table tbody td tfoot th thead tr ul video audio'.split(
    ' ',
  ),
);

/** Elements whose loose text becomes paragraphs. */
const containers = new Set(['div', 'blockquote', 'section', 'article', 'main', 'center', 'aside', 'details']);

/** Elements whose loose text becomes paragraphs only if there would be more than one. */
const cells = new Set(['li', 'td', 'th', 'dd', 'figcaption']);

/**
 * Wraps loose text in paragraphs, as WordPress does for the classic editor: two line breaks begin a new one.
 * @param options.breaks whether a line break in the source is one on the page; false where the source already has paragraphs
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

/** Normalises the text of a block. A paragraph with two successive line breaks becomes two paragraphs. */
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
        // After <br>, the line break of the source is no second one.
        const line = isTag(last().at(-1), 'br') ? part.replace(/^[ \t]*\r?\n/u, '') : part;
        last().push(...(breaks ? withBreaks(line) : [textNode(line)]));
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

/** Removes white space and line breaks at both ends. */
export function trimRun(run: ElementContent[]): ElementContent[] {
  const matters = (node: ElementContent) => !isTag(node, 'br') && !(node.type === 'text' && node.value.trim() === '');
  const first = run.findIndex(matters);
  return first < 0 ? [] : run.slice(first, run.findLastIndex(matters) + 1);
}
