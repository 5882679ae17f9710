import type { ComponentPropsWithoutRef } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './LineDrawing.module.css';

/** A decorative drawing that is stretched to its box, while its lines keep their `strokeWidth`. */
export function LineDrawing({ className, ...svg }: ComponentPropsWithoutRef<'svg'>) {
  return <svg className={cx(styles.lines, className)} preserveAspectRatio="none" aria-hidden="true" {...svg} />;
}
