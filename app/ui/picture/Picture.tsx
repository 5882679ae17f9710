import type { ImageFile } from '../../platform/content/fields.ts';
import { from } from '../../shared/breakpoints.ts';
import { cx } from '../../shared/class-names.ts';
import { pictureFormats, sourceSet } from '../../shared/picture-variants.ts';
import styles from './Picture.module.css';

/** How much of the page's width a picture takes at each breakpoint, for the choice among its widths. */
const sizes = {
  avatar: '40px',
  third: `${from('desktop')} 32vw, ${from('tablet')} 48vw, 92vw`,
  half: `${from('desktop')} 48vw, 92vw`,
  banner: `${from('desktop')} 54vw, 92vw`,
} as const;

export interface PictureProps {
  image: ImageFile;
  /** What it shows; empty where words beside it say the same. */
  alt: string;
  /** The place it takes in the layout. */
  size: keyof typeof sizes;
  /** True above the fold: fetched at once, before what is below. */
  eager?: boolean;
  /** Of the `img`. */
  className?: string | undefined;
}

/**
 * A picture of the content: AVIF, WebP or whatever else the browser knows, no larger than its place needs. Its place is
 * reserved from the start, so that nothing shifts; a photograph's place shows its colours until it has arrived.
 */
export function Picture({ image, alt, size, eager = false, className }: PictureProps) {
  const { src, width, height, variants, placeholder } = image;
  // What loads late is laid out by then, and the browser knows the exact width itself.
  const choice = eager ? sizes[size] : `auto, ${sizes[size]}`;
  const picture = (
    <picture className={styles.picture}>
      {variants &&
        pictureFormats.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={sourceSet(variants, format)} sizes={choice} />
        ))}
      <img
        className={cx(placeholder && styles.photograph, className)}
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
  if (!placeholder) return picture;
  return (
    <span className={styles.place}>
      <svg className={styles.placeholder} viewBox="0 0 4 3" preserveAspectRatio="none" aria-hidden="true">
        {placeholder.map((colour, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell of the grid is its place
          <rect key={index} x={index % 4} y={Math.floor(index / 4)} width="1" height="1" fill={colour} />
        ))}
      </svg>
      {picture}
    </span>
  );
}
