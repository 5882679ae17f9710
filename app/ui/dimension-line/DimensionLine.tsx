import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './DimensionLine.module.css';

interface DimensionLineProps {
  /** The section's heading, set in the line. */
  heading: string;
  level?: 2 | 3;
  /** How many things the section holds; always the real number. */
  count?: number | undefined;
  /** Pause, arrows: before the last tick. */
  controls?: ReactNode;
  /** No space below, where a list hangs from the line. */
  flush?: boolean;
}

/** A hairline with oblique ticks that measures what follows it: opens every section. */
export function DimensionLine({ heading, level = 2, count, controls, flush = false }: DimensionLineProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx(styles.line, flush && styles.flush)}>
      <Heading className={styles.heading}>{heading}</Heading>
      <span className={styles.rule} />
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {controls && <span className={styles.controls}>{controls}</span>}
    </div>
  );
}
