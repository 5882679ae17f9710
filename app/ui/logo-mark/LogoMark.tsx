import type { Logo } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import styles from './LogoMark.module.css';

/** A company mark in the sprite. */
export type Mark = Pick<Logo, 'name' | 'symbol' | 'width' | 'height'>;

interface LogoMarkProps {
  logo: Mark;
  /** True if text next to it already contains the name. */
  decorative?: boolean;
  className?: string | undefined;
}

/** Ratio of width to height below which a mark would look small next to one-line names. */
const compactBelow = 1.5;

/** A company mark in the colour of the text, as high as its parent's `--mark-height`; a square or upright one twice as high. */
export function LogoMark({ logo, decorative = false, className }: LogoMarkProps) {
  const drawing = {
    className: cx(styles.logo, logo.width < compactBelow * logo.height && styles.compact, className),
    viewBox: `0 0 ${logo.width} ${logo.height}`,
    width: logo.width,
    height: logo.height,
    children: <use href={logo.symbol} />,
  };
  return decorative ? <svg aria-hidden="true" {...drawing} /> : <svg role="img" aria-label={logo.name} {...drawing} />;
}
