import type { ReactNode } from 'react';
import styles from './Stack.module.css';

/** Stacked text elements with the space of a line between them. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
