import { desktop, from } from '../../shared/breakpoints.ts';
import { escapeMarkup, type Markup, markup } from '../../shared/markup.ts';
import { pictureFormats, sourceSet } from '../../shared/picture-variants.ts';
import type { ImageFile } from '../content/fields.ts';
import { decodeEntities } from './decode-entities.ts';

/** The `sizes` of a picture in running text: at most the width of the column. */
const sizes = `auto, ${from(desktop)} 45rem, 92vw`;

/** Matches a picture in the output of `pictureFigures`. */
const picture = /<img src="([^"]*)" alt="([^"]*)"(?: title="([^"]*)")?>/gu;

/** Returns the URLs of pictures in sanitised HTML. */
export const picturesIn = (html: string): string[] =>
  [...html.matchAll(picture)].map(([, source = '']) => decodeEntities(source));

/**
 * Replaces pictures in sanitised HTML by responsive ones: AVIF and WebP in several widths, true dimensions, and the colours of a
 * photograph until it has loaded. The counterpart of the component `Picture` for text that no component renders.
 * @param find returns the picture of a URL; an unknown picture is replaced by its description
 */
export function placePictures(html: string, find: (url: string) => ImageFile | undefined): string {
  return html.replace(picture, (_, source: string, alt: string, title?: string) => {
    const image = find(decodeEntities(source));
    const description = decodeEntities(alt);
    return image ? pictureMarkup(image, description, title && decodeEntities(title)) : escapeMarkup(description);
  });
}

/** Reduces every placed picture to the one file that any program can show, for feeds and other systems. */
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

/** Draws the colours as a picture with the same proportions, so that it occupies the same area as the photograph. */
function placeholderMarkup(colours: readonly string[], width: number, height: number): Markup {
  const cells = colours.map(
    (colour, index) =>
      markup`<rect x="${index % 4}" y="${Math.floor(index / 4)}" width="1" height="1" fill="${colour}"/>`,
  );
  // The inner one ends the blur at the edges of the photograph.
  return markup`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMin" aria-hidden="true"><svg viewBox="0 0 4 3" preserveAspectRatio="none"><g>${cells}</g></svg></svg>`;
}
