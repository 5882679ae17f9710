import { from } from '../../shared/breakpoints.ts';
import { escapeMarkup, type Markup, markup } from '../../shared/markup.ts';
import { pictureFormats, sourceSet } from '../../shared/picture-variants.ts';
import type { ImageFile } from '../content/fields.ts';

/** How wide a picture in running text is drawn: the column of text, and a third of it in a gallery at most. */
const sizes = `auto, ${from('desktop')} 45rem, 92vw`;

/** A picture as `pictureFigures` leaves it. */
const picture = /<img src="([^"]*)" alt="([^"]*)"(?: title="([^"]*)")?>/gu;

/** The URLs of pictures in sanitised HTML. */
export const picturesIn = (html: string): string[] =>
  [...html.matchAll(picture)].map(([, source = '']) => unescapeAttribute(source));

/**
 * Puts responsive pictures in the place of those that sanitised HTML names: AVIF and WebP in several widths, true dimensions, and
 * the colours of a photograph until it has arrived. The counterpart of the component `Picture` for text that no component renders.
 * @param find returns the picture of a URL; one that is not found is removed, and its description stays
 */
export function placePictures(html: string, find: (address: string) => ImageFile | undefined): string {
  return html.replace(picture, (_, source: string, alt: string, title?: string) => {
    const image = find(unescapeAttribute(source));
    const description = unescapeAttribute(alt);
    return image ? pictureMarkup(image, description, title && unescapeAttribute(title)) : escapeMarkup(description);
  });
}

/** Leaves of every placed picture the one file that any program shows: for feeds and for other systems. */
export const withoutVariants = (html: string): string =>
  html
    .replace(/<span class="place"><svg .*?<\/svg><\/svg>(<picture>.*?<\/picture>)<\/span>/gu, '$1')
    .replace(/<picture>(?:<source [^>]*>)*(<img [^>]*>)<\/picture>/gu, '$1');

function pictureMarkup(image: ImageFile, alt: string, title: string | undefined): string {
  const { src, width, height, variants, opaque, placeholder } = image;
  const sources = variants
    ? pictureFormats.map(
        (format) => markup`<source type="image/${format}" srcset="${sourceSet(variants, format)}" sizes="${sizes}">`,
      )
    : [];
  const shine = opaque ? [] : [markup` class="drawing"`];
  const words = title ? [markup` title="${title}"`] : [];
  const element = markup`<picture>${sources}<img src="${src}" alt="${alt}"${words}${shine} width="${width}" height="${height}" loading="lazy" decoding="async"></picture>`;
  if (!placeholder) return element.source;
  return markup`<span class="place">${placeholderMarkup(placeholder, width, height)}${element}</span>`.source;
}

/** The colours as a picture of the same proportions, so that it lies in its place as the photograph will. */
function placeholderMarkup(colours: readonly string[], width: number, height: number): Markup {
  const cells = colours.map(
    (colour, index) =>
      markup`<rect x="${index % 4}" y="${Math.floor(index / 4)}" width="1" height="1" fill="${colour}"/>`,
  );
  // The inner one ends the blur at the edges of the photograph.
  return markup`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin" aria-hidden="true"><svg viewBox="0 0 4 3" preserveAspectRatio="none"><g>${cells}</g></svg></svg>`;
}

const entities: Readonly<Record<string, string>> = {
  '#x26': '&',
  amp: '&',
  '#x22': '"',
  quot: '"',
  '#x3C': '<',
  lt: '<',
};

/** The value of an attribute as the writer of HTML escapes it. */
const unescapeAttribute = (text: string) =>
  text.replace(/&(#x26|amp|#x22|quot|#x3C|lt);/gu, (_, name: string) => entities[name] ?? '');
