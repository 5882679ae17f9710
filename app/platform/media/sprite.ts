import type { ContentProblem } from '../content/problem.ts';

/** A company mark, ready for a sprite. */
export interface Mark {
  /** Its box, from the viewBox of its file. */
  width: number;
  height: number;
  symbol: string;
}

/** The message for a drawing that is refused. */
export const refusal =
  'is not a drawing that can be used: it takes one <svg> with a viewBox, made of shapes, gradients and masks, and no script, style, handler, picture, animation or outside address';

/**
 * Reads the files of marks.
 * @param files id and source of each mark
 * @returns those that can be used, by id
 */
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
 * Puts the marks of a page into one sprite, so that thirty marks are one request and each takes the colour of the text
 * around it. A page has its own: it never fetches a mark that it does not show.
 * @param ids of the marks; one that is not there is left out
 */
export function buildSprite(marks: ReadonlyMap<string, Mark>, ids: Iterable<string>): string {
  const symbols = Array.from(ids, (id) => marks.get(id)?.symbol ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** All that a drawing may be made of. Whatever is not here is refused: what can run, load, style or link is not here. */
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

/** A tag, its name, its attributes. A value in double quotes only, as every drawing program writes it. */
const tag = /<\/?([\w:-]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/gu;
const attribute = /([\w:-]+)="([^"]*)"/gu;

function isAllowed(markup: string): boolean {
  // What is left once every well-formed tag is taken out must be text.
  if (/[<&]/u.test(markup.replace(tag, ''))) return false;
  return [...markup.matchAll(tag)].every(
    ([, name = '', rest = '']) =>
      elements.has(name) &&
      [...rest.matchAll(attribute)].every(([, key = '', value = '']) => attributes.has(key) && staysInside(key, value)),
  );
}

/** Points at something in the same drawing, or at nothing. */
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
  /** Fill and stroke attributes of the root, which what is inside inherits: with a space before each. */
  paint: string;
  body: string;
}

/** An SVG file taken apart, when it is safe to place in a page. */
export function readDrawing(source: string): Drawing | undefined {
  const markup = source.replace(/^\s*<\?xml[^>]*\?>/u, '').replace(/<!--[\s\S]*?-->/gu, '');
  const match = /^\s*<svg\b([^>]*)>([\s\S]*)<\/svg>\s*$/u.exec(markup);
  const viewBox = /\bviewBox="(-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+)"/u.exec(match?.[1] ?? '')?.[1];
  if (!match || !viewBox || !isAllowed(markup)) return undefined;
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number);
  const paint = [...(match[1] ?? '').matchAll(/\s(?:fill|stroke)(?:-\w+)?="[^"]*"/gu)].join('');
  return { viewBox, width, height, paint, body: match[2]?.trim() ?? '' };
}
