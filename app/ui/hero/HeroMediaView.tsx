import type { HeroMedia, HeroPoster } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import { darkScheme, tallCut } from './film.ts';
import styles from './HeroMediaView.module.css';

interface HeroMediaViewProps {
  media: HeroMedia;
  /** False for a picture that is shown later: it is not in the first view of the page. */
  first?: boolean;
}

/**
 * The drawing behind a heading: the poster, which loads first, and over it the film once that plays. The background of both has
 * the page's paper colour in either scheme. Decorative. A script finds the layer for `addFilm` by `data-film`.
 */
export function HeroMediaView({ media, first = true }: HeroMediaViewProps) {
  const { wide } = media.poster;
  return (
    <div className={cx(styles.media, first && styles.shown)} data-film="">
      <picture>
        {media.dark && (
          <>
            <PosterSources poster={media.dark.poster.tall} media={`${tallCut} and ${darkScheme}`} />
            <PosterSources poster={media.dark.poster.wide} media={darkScheme} />
          </>
        )}
        <PosterSources poster={media.poster.tall} media={tallCut} />
        {wide.avif && <source type="image/avif" srcSet={wide.avif} />}
        <img
          // Before `src`, or the browser fetches that before it knows of the other sources.
          loading={first ? undefined : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          src={wide.src}
          alt=""
          width={media.width}
          height={media.height}
        />
      </picture>
    </div>
  );
}

function PosterSources({ poster: { src, avif }, media }: { poster: HeroPoster; media: string }) {
  return (
    <>
      {avif && <source media={media} type="image/avif" srcSet={avif} />}
      <source media={media} srcSet={src} />
    </>
  );
}
