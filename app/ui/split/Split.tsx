import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import columns from './Columns.module.css';
import styles from './Split.module.css';

interface SplitProps {
  /** Columns 1 to 6 on wide screens: the statement. */
  start: ReactNode;
  /** Columns 7 to 12 on wide screens: the argument. */
  end: ReactNode;
}

/** Two halves of the twelve columns from the desktop breakpoint, stacked below it. */
export function Split({ start, end }: SplitProps) {
  return (
    <div className={cx(columns.columns, styles.split)}>
      <div className={styles.start}>{start}</div>
      <div>{end}</div>
    </div>
  );
}
