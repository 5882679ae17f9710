import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeMarkup } from '../../shared/markup.ts';
import { PictureRefused } from './picture-kinds.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const linkNamespace = 'http://www.w3.org/1999/xlink';
const xmlNamespaces = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/']);

/** The elements that draw. All others are removed with their content: scripts, animation, foreign content, metadata, editor data. */
const drawing = new Set(
  [
    'svg g defs symbol use switch title desc style',
    'path circle ellipse line polyline polygon rect text tspan textPath',
    'clipPath mask marker pattern linearGradient radialGradient stop filter',
    'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight',
    'feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset',
    'fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
  ].flatMap((names) => names.split(' ')),
);

/** Matches values that refer outside the drawing, or that could hide such a reference behind CSS escapes. */
const leadsOut = /url\((?!\s*["']?#)|@import|\\|javascript:|expression\(/iu;

/**
 * Removes scripts, handlers, foreign URLs, animation and metadata from an SVG.
 * @returns the sanitised `source`, identical to the given one if nothing was removed, with its size in drawing units
 * @throws PictureRefused if it is no SVG of a known size
 */
export function cleanSvg(source: string) {
  const out: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let box: { width: number; height: number } | undefined;
  let addViewBox = '';
  let changed = false;
  /** Depth inside a removed element; 0 outside. */
  let dropped = 0;
  let failure: string | undefined;
  /** Names of the open elements that are preserved; undefined for an `a`, whose tag is removed. */
  const open: (string | undefined)[] = [];

  parser.on('error', ({ message }) => {
    failure ??= `is not well-formed SVG (${message.replace(/^\d+:\d+: /u, 'at ').replace(/\.$/u, '')}); save it again as plain SVG`;
  });
  for (const event of ['comment', 'processinginstruction', 'doctype'] as const) {
    parser.on(event, () => {
      changed = true;
    });
  }
  parser.on('opentag', (tag) => {
    if (dropped > 0 || !isAllowed(tag)) {
      if (tag.local === 'image' && isOfSvg(tag.uri)) failure ??= 'holds a photograph inside; save it as JPEG or PNG';
      dropped += 1;
      changed = true;
      return;
    }
    if (tag.local === 'a') {
      open.push(undefined);
      changed = true;
      return;
    }
    const attributes = Object.values(tag.attributes).flatMap((attribute) => {
      const { uri, local, value } = attribute;
      if (attribute.name === 'xmlns' || attribute.prefix === 'xmlns') return [];
      const isLink = local === 'href' && (uri === '' || uri === linkNamespace);
      const isAllowedAttribute =
        (uri === '' || isLink || xmlNamespaces.has(uri)) &&
        !/^on|^data-|^src$/iu.test(local) &&
        (isLink ? value.startsWith('#') : !leadsOut.test(value));
      if (!isAllowedAttribute) changed = true;
      return isAllowedAttribute ? [` ${isLink ? 'href' : attribute.name}="${escapeMarkup(value)}"`] : [];
    });
    if (open.length === 0) {
      box = boxOf(tag);
      if (box && !tag.attributes.viewBox) addViewBox = ` viewBox="0 0 ${box.width} ${box.height}"`;
      changed ||= addViewBox !== '' || tag.uri === '';
      attributes.unshift(` xmlns="${svgNamespace}"${addViewBox}`);
    }
    open.push(tag.local);
    out.push(`<${tag.local}${attributes.join('')}>`);
  });
  const onText = (text: string) => {
    if (dropped > 0 || open.length === 0) return;
    const isStyle = open.at(-1) === 'style';
    if (isStyle && leadsOut.test(text)) changed = true;
    else out.push(escapeMarkup(text));
  };
  parser.on('text', onText);
  parser.on('cdata', (text) => {
    // In a page, HTML reads such a section in another way than XML.
    changed = true;
    onText(text);
  });
  parser.on('closetag', () => {
    if (dropped > 0) {
      dropped -= 1;
      return;
    }
    const name = open.pop();
    if (name) out.push(`</${name}>`);
  });

  parser.write(source).close();
  if (failure) throw new PictureRefused(failure);
  if (!out[0]?.startsWith('<svg')) throw new PictureRefused('is not an SVG drawing; save it again as plain SVG');
  if (!box) throw new PictureRefused('has no size; an SVG has a viewBox, or a width and a height in pixels');
  return { source: changed ? out.join('') : source, ...box };
}

/** Accepts a missing namespace, as in SVG written for an HTML page; a standalone picture must declare it. */
const isOfSvg = (uri: string) => uri === svgNamespace || uri === '';

/** Whether an element is preserved. A link is inert in a picture, so its content is preserved without it. */
const isAllowed = ({ uri, local }: SaxesTagNS) => isOfSvg(uri) && (drawing.has(local) || local === 'a');

function boxOf({ attributes }: SaxesTagNS): { width: number; height: number } | undefined {
  const numbers =
    attributes.viewBox?.value
      .trim()
      .split(/[\s,]+/u)
      .map(Number) ?? [];
  const [, , boxWidth, boxHeight] = numbers.length === 4 ? numbers : [];
  const pixels = (name: 'width' | 'height') => {
    const [, number] = /^\s*(\d+(?:\.\d+)?|\.\d+)(?:px)?\s*$/u.exec(attributes[name]?.value ?? '') ?? [];
    return number === undefined ? undefined : Number(number);
  };
  const size = { width: pixels('width') ?? boxWidth, height: pixels('height') ?? boxHeight };
  const { width, height } = size;
  return width && height && width > 0 && height > 0 && Number.isFinite(width + height) ? { width, height } : undefined;
}
