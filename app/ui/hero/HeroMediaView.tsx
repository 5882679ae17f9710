import type { Ref } from 'react';
import type { HeroMedia, HeroPoster } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import { darkScheme, tallCut } from './film.ts';
import styles from './HeroMediaView.module.css';

interface HeroMediaViewProps {
  media: HeroMedia;
  /** False while another picture stands in its place. */
  shown?: boolean;
  /** False for a picture that is not in the page's first view. */
  first?: boolean;
  /** Calls back once the poster can be shown, or once it is certain that it never can. */
  onReady?: () => void;
  /** The layer, over whose poster `addFilm` puts the film. */
  ref?: Ref<HTMLDivElement>;
}

/**
 * The drawing behind a heading: the poster at once, as the page's first picture, and over it the film once that plays. Both
 * bring the ground in the colour of the page's paper, in either scheme. It only accompanies words.
 */
export function HeroMediaView({ media, shown = true, first = true, onReady, ref }: HeroMediaViewProps) {
  const { wide } = media.poster;
  return (
    <div ref={ref} className={cx(styles.media, shown && styles.shown)} data-film="">
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
          onLoad={onReady}
          onError={onReady}
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
