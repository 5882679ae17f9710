import type { Locator } from '@playwright/test';

/**
 * Drops a file onto an element.
 * @param at distance of the point from the element's upper left corner, px; negative is beside it
 * @param beforeDrop called while the file is over that point
 */
export async function dropFile(path: string, onto: Locator, at = 5, beforeDrop?: () => Promise<void>): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const page = onto.page();
  const box = await onto.boundingBox();
  const protocol = await page.context().newCDPSession(page);
  const point = { x: (box?.x ?? 0) + at, y: (box?.y ?? 0) + at };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await beforeDrop?.();
    await protocol.send('Input.dispatchDragEvent', { type, ...point, data });
  }
}
