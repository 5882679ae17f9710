import { PictureRefused } from './picture-kinds.ts';
import { cleanSvg } from './svg.ts';

/** A drawing whose elements stand in a page or in a sprite, so that it has the colours of the page. */
export interface Drawing {
  viewBox: string;
  width: number;
  height: number;
  /** Fill and stroke attributes of the root, which its content inherits, each preceded by a space. */
  paint: string;
  body: string;
}

/** Parses an SVG file. @throws PictureRefused if it is none, or has styles, which the policy of pages blocks */
export function readDrawing(source: string): Drawing {
  const { source: markup } = cleanSvg(source);
  const [, root = '', body] = /<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/u.exec(markup) ?? [];
  const viewBox = /\bviewBox="(-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+)"/u.exec(root)?.[1];
  if (body === undefined || !viewBox || /<style|\sstyle=/u.test(markup))
    throw new PictureRefused(
      'is not an accepted drawing: it takes one <svg> with a viewBox, and colors as attributes such as fill, not as styles',
    );
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
  const paint = [...root.matchAll(/\s(?:fill|stroke)(?:-\w+)?="[^"]*"/gu)].join('');
  return { viewBox, width, height, paint, body: body.trim() };
}

/** Combines drawings, by their ids, into one sprite, so that thirty marks are one request and each has the colour of the text. */
export function buildSprite(drawings: ReadonlyMap<string, Drawing>): string {
  const symbols = Array.from(
    drawings,
    ([id, { viewBox, paint, body }]) => `<symbol id="${id}" viewBox="${viewBox}"${paint}>${body}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
