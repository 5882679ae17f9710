import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeMarkup } from '../../shared/markup.ts';

/** An SVG file that may be shown as a picture. */
export interface CleanSvg {
  /** The drawing without what a picture has no use for; the source itself where nothing had to go. */
  source: string;
  /** Drawing units; only their ratio matters. */
  width: number;
  height: number;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const linkNamespace = 'http://www.w3.org/1999/xlink';
const xmlNamespaces = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/']);

/** What draws. All else goes, with what is in it: scripts, animation, foreign content, metadata, an editor's own notes. */
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

/** Leads out of the drawing, or hides from this check by escapes that a style sheet would undo. */
const leadsOut = /url\(\s*["']?(?!\s*["']?#)|@import|\\|javascript:|expression\(/iu;

/** Why a file cannot be shown; completes a sentence that begins with the file's name. */
export class SvgRefused extends Error {}

/**
 * Reads an SVG file and leaves out whatever does not draw: scripts, handlers, URLs of other sites, animation, metadata.
 * @throws SvgRefused where it is no SVG, holds pixels, or has no size
 */
export function cleanSvg(source: string): CleanSvg {
  const out: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let box: { width: number; height: number } | undefined;
  let addViewBox = '';
  let changed = false;
  /** How deep the reader is in something that goes. */
  let dropped = 0;
  let failure: string | undefined;
  /** Names of the open elements that stay; an `a` is open without a tag of its own. */
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
    if (dropped > 0 || !stays(tag)) {
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
      const isKept =
        (uri === '' || isLink || xmlNamespaces.has(uri)) &&
        !/^on|^data-|^src$/iu.test(local) &&
        (isLink ? value.startsWith('#') : !leadsOut.test(value));
      if (!isKept) changed = true;
      return isKept ? [` ${isLink ? 'href' : attribute.name}="${escapeMarkup(value)}"`] : [];
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
  const text = (words: string) => {
    if (dropped > 0 || open.length === 0) return;
    const isStyle = open.at(-1) === 'style';
    if (isStyle && leadsOut.test(words)) changed = true;
    else out.push(escapeMarkup(words));
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    if (dropped > 0) {
      dropped -= 1;
      return;
    }
    const name = open.pop();
    if (name) out.push(`</${name}>`);
  });

  parser.write(source).close();
  if (failure) throw new SvgRefused(failure);
  if (!out[0]?.startsWith('<svg')) throw new SvgRefused('is not an SVG drawing; save it again as plain SVG');
  if (!box) throw new SvgRefused('has no size; an SVG has a viewBox, or a width and a height in pixels');
  return { source: changed ? out.join('') : source, ...box };
}

/** Written for a page, where the namespace goes without saying: a picture has to say it. */
const isOfSvg = (uri: string) => uri === svgNamespace || uri === '';

/** A link is inert in a picture: what it holds is drawn. */
const stays = ({ uri, local }: SaxesTagNS) => isOfSvg(uri) && (drawing.has(local) || local === 'a');

function boxOf({ attributes }: SaxesTagNS): { width: number; height: number } | undefined {
  const numbers =
    attributes.viewBox?.value
      .trim()
      .split(/[\s,]+/u)
      .map(Number) ?? [];
  const [, , boxWidth, boxHeight] = numbers.length === 4 ? numbers : [];
  const pixels = (name: 'width' | 'height') => {
    const [, number] = /^\s*(\d*\.?\d+)(?:px)?\s*$/u.exec(attributes[name]?.value ?? '') ?? [];
    return number === undefined ? undefined : Number(number);
  };
  const size = { width: pixels('width') ?? boxWidth, height: pixels('height') ?? boxHeight };
  const { width, height } = size;
  return width && height && width > 0 && height > 0 && Number.isFinite(width + height) ? { width, height } : undefined;
}
