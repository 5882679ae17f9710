import type { HeroMedia } from '../../platform/content/fields.ts';
import { darkScheme, tallCut, wideCut } from './film.ts';

/**
 * Preload links in the page's head that fetch the poster of the first view before the browser has parsed its element: the one
 * for the window and the colour scheme, in the format that `HeroMediaView` prefers.
 */
export function HeroPreload({ media }: { media: HeroMedia }) {
  const { dark, ...light } = media;
  const schemes = dark
    ? [
        { files: light, scheme: ' and (prefers-color-scheme: light)' },
        { files: dark, scheme: ` and ${darkScheme}` },
      ]
    : [{ files: light, scheme: '' }];
  return schemes.flatMap(({ files: { poster }, scheme }) =>
    [
      { cut: tallCut, file: poster.tall },
      { cut: wideCut, file: poster.wide },
    ].map(({ cut, file: { src, avif } }) => (
      <link
        key={src}
        rel="preload"
        as="image"
        href={avif ?? src}
        type={avif && 'image/avif'}
        media={`${cut}${scheme}`}
        fetchPriority="high"
      />
    )),
  );
}
