import type { ImageFile } from '../../platform/content/fields.ts';
import { desktop, from, tablet } from '../../shared/breakpoints.ts';
import { cx } from '../../shared/class-names.ts';
import { pictureFormats, sourceSet } from '../../shared/picture-variants.ts';
import styles from './Picture.module.css';

/** Values of `sizes`: the share of the page's width at each breakpoint, by which the browser selects a variant. */
const sizes = {
  avatar: '40px',
  third: `${from(desktop)} 32vw, ${from(tablet)} 48vw, 92vw`,
  half: `${from(desktop)} 48vw, 92vw`,
  banner: `${from(desktop)} 54vw, 92vw`,
} as const;

export interface PictureProps {
  image: ImageFile;
  /** Describes the picture; empty if adjacent text has the same content. */
  alt: string;
  /** The size of the picture in the layout. */
  size: keyof typeof sizes;
  /** True above the fold: fetched immediately and with high priority. */
  eager?: boolean;
  /** Class of the `img`. */
  className?: string | undefined;
}

/**
 * A picture of the content in AVIF, WebP or a fallback format, no larger than the layout needs. Its space is reserved, so that
 * nothing shifts; a photograph shows its colours until it has loaded.
 */
export function Picture({ image, alt, size, eager = false, className }: PictureProps) {
  const { src, width, height, variants, placeholder } = image;
  // A lazy picture is laid out before it loads, so that the browser knows its exact width.
  const choice = eager ? sizes[size] : `auto, ${sizes[size]}`;
  const picture = (
    <picture>
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
      <svg
        className={styles.placeholder}
        viewBox="0 0 4 3"
        preserveAspectRatio="none"
        aria-hidden="true"
        data-screen-only=""
      >
        {placeholder.map((colour, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position in the grid
          <rect key={index} x={index % 4} y={Math.floor(index / 4)} width="1" height="1" fill={colour} />
        ))}
      </svg>
      {picture}
    </span>
  );
}
