import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './DimensionLine.module.css';

export interface DimensionLineProps {
  /** The section's heading, or another text, inside the line. */
  heading: ReactNode;
  /** Level of the heading; 0 for a text that is none. */
  level?: 0 | 2 | 3;
  /** Number of items in the section; always the real number. */
  count?: number | undefined;
  /** Controls such as pause and arrows, before the last tick. */
  controls?: ReactNode;
  /** Whether there is no space below, for a list attached to the line. */
  flush?: boolean | undefined;
}

/** A hairline with oblique ticks, like a dimension line in a drawing, above every section. */
export function DimensionLine({ heading, level = 2, count, controls, flush = false }: DimensionLineProps) {
  const Heading = level === 0 ? 'p' : (`h${level}` as const);
  return (
    <div className={cx(styles.line, flush && styles.flush)}>
      <Heading className={styles.heading}>{heading}</Heading>
      <span className={styles.rule} />
      {count !== undefined && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
      {controls && <span className={styles.controls}>{controls}</span>}
    </div>
  );
}
