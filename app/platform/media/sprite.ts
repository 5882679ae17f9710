import type { ContentProblem } from '../content/problem.ts';

/** A company mark for use in a sprite. */
export interface Mark {
  /** Size from the viewBox of its file. */
  width: number;
  height: number;
  symbol: string;
}

/** The message for a drawing that is refused. */
export const refusal =
  'is not an accepted drawing: it takes one <svg> with a viewBox, made of shapes, gradients and masks, and no script, style, handler, picture, animation or external URL';

/** Parses the files of marks. @returns the valid marks by id; problems with the others are added */
export function readMarks(
  files: readonly { id: string; file: string; source: string }[],
  problems: ContentProblem[],
): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { id, file, source } of files) {
    const drawing = readDrawing(source);
    if (!drawing) {
      problems.push({ file, message: refusal });
      continue;
    }
    const { viewBox, paint, body, width, height } = drawing;
    marks.set(id, { width, height, symbol: `<symbol id="${id}" viewBox="${viewBox}"${paint}>${body}</symbol>` });
  }
  return marks;
}

/**
 * Combines the marks of a page into one sprite, so that thirty marks are one request and each has the colour of the text.
 * @param ids of the marks; unknown ones are left out
 */
export function buildSprite(marks: ReadonlyMap<string, Mark>, ids: Iterable<string>): string {
  const symbols = Array.from(ids, (id) => marks.get(id)?.symbol ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** The allowed elements of a drawing. None of them can run code, load, style or link. */
const elements = new Set(
  'svg g path circle ellipse line polyline polygon rect defs clipPath mask linearGradient radialGradient stop pattern use title desc'.split(
    ' ',
  ),
);
const attributes = new Set(
  [
    'xmlns viewBox class id fill fill-opacity fill-rule clip-path clip-rule mask opacity transform vector-effect',
    'stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset',
    'd x y x1 x2 y1 y2 cx cy r rx ry fx fy width height points pathLength offset stop-color stop-opacity href',
    'gradientUnits gradientTransform patternUnits patternTransform preserveAspectRatio maskUnits clipPathUnits color',
  ].flatMap((names) => names.split(' ')),
);

/** Matches a tag, its name and its attributes. Values must be in double quotes, as every drawing program writes them. */
const tag = /<\/?([\w:-]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/gu;
const attribute = /([\w:-]+)="([^"]*)"/gu;

function isAllowed(markup: string): boolean {
  // Only text may remain after every well-formed tag is removed.
  if (/[<&]/u.test(markup.replace(tag, ''))) return false;
  return [...markup.matchAll(tag)].every(
    ([, name = '', rest = '']) =>
      elements.has(name) &&
      [...rest.matchAll(attribute)].every(([, key = '', value = '']) => attributes.has(key) && staysInside(key, value)),
  );
}

/** Whether a value refers only to the same drawing, or to nothing. */
const staysInside = (key: string, value: string) =>
  key === 'xmlns'
    ? value === 'http://www.w3.org/2000/svg'
    : key === 'href'
      ? value.startsWith('#')
      : !/url\((?!#)|&|:\/\//iu.test(value);

interface Drawing {
  viewBox: string;
  width: number;
  height: number;
  /** Fill and stroke attributes of the root, which its content inherits, each preceded by a space. */
  paint: string;
  body: string;
}

/** Parses an SVG file; undefined if it is not safe to inline in a page. */
export function readDrawing(source: string): Drawing | undefined {
  const markup = source.replace(/^\s*<\?xml[^>]*\?>/u, '').replace(/<!--[\s\S]*?-->/gu, '');
  const match = /^\s*<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/u.exec(markup);
  const viewBox = /\bviewBox="(-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+)"/u.exec(match?.[1] ?? '')?.[1];
  if (!match || !viewBox || !isAllowed(markup)) return undefined;
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
  const paint = [...(match[1] ?? '').matchAll(/\s(?:fill|stroke)(?:-\w+)?="[^"]*"/gu)].join('');
  return { viewBox, width, height, paint, body: match[2]?.trim() ?? '' };
}
