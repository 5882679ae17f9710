import { randomUUID } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { IslandContext, type IslandRenderer } from './create-island.tsx';

/** Random in each process, and never sent, so that no text of a page can contain it. */
const mark = randomUUID();
const marks = new RegExp(`${mark}(\\d+);`, 'gu');

/**
 * Renders the HTML of a document: first the document, then its islands, each as the separate root that it is in the browser, so
 * that ids and text match. Nothing is asynchronous, so nothing is streamed.
 */
export function renderDocument(document: ReactNode): string {
  const pending: { id: string; content: ReactNode }[] = [];
  const counts = new Map<string, number>();
  const islands: IslandRenderer = {
    render(name, content) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const id = `${name}-${count}`;
      pending.push({ id, content });
      return { id, html: `${mark}${pending.length};` };
    },
  };
  return renderToStaticMarkup(<IslandContext value={islands}>{document}</IslandContext>).replace(marks, (_, number) => {
    const { id, content } = pending[Number(number) - 1] ?? {};
    return renderToString(content, { identifierPrefix: `${id}-` });
  });
}
