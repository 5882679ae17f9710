import { cx } from '../../shared/class-names.ts';
import styles from './LogoMark.module.css';

/** A company mark of the sprite. */
export interface Mark {
  name: string;
  /** URL of the symbol in the sprite. */
  symbol: string;
  width: number;
  height: number;
}

interface LogoMarkProps {
  logo: Mark;
  /** True where words beside it give the name already. */
  decorative?: boolean;
  className?: string | undefined;
}

/** Width over height below which a mark would look small beside names that are set in one line. */
const compactBelow = 1.5;

/**
 * A company mark in the colour of the text around it. Its place sets its height as `--mark-height`; a square or upright
 * mark is drawn twice as high.
 */
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
