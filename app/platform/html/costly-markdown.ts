import { inspectMarkdown } from './inspect-markdown.ts';
import { renderMarkdown } from './markdown.ts';

/** Characters from which a text is tried first. The longest article of this site has 20,000. */
const longText = 50_000;

/** Number of markers from which a text is tried first: parsing takes the square of those in one paragraph. This site's texts have 110 at most. */
const manyMarkers = 1000;

/** Maximum processor time to read and render one text, s. One of the maximum size, 1 MB, takes 5. */
const maxSeconds = 10;

const nestedDeeply = /^(?:[ \t]*[>*+-]){100}|^[ \t]{200}/mu;

/** Whether a text may take seconds to render or exceed the renderer's depth, so that it is tried in a separate thread first. */
export const mayBeCostly = (markdown: string): boolean =>
  markdown.length > longText ||
  nestedDeeply.test(markdown) ||
  (markdown.match(/[*_~`[<&]/gu)?.length ?? 0) > manyMarkers;

/** Reads and renders a text. @returns why it is refused, completing a sentence that begins with the file's name @throws RangeError if it is nested too deeply */
export function costOf(markdown: string): string | undefined {
  const before = process.threadCpuUsage();
  inspectMarkdown(markdown);
  renderMarkdown(markdown);
  const { user, system } = process.threadCpuUsage(before);
  const seconds = Math.ceil((user + system) / 1_000_000);
  return seconds > maxSeconds
    ? `takes ${seconds} s to render, and may take ${maxSeconds}; make it smaller, or remove asterisks, underscores and brackets that mark nothing`
    : undefined;
}

/** Tries a text: the `Prepare` of `try-markdown.ts`. @throws RangeError if it is nested too deeply */
export const prepare = (file: string, text: string) => {
  const message = costOf(text);
  return { problems: message === undefined ? [] : [{ file, message }] };
};
