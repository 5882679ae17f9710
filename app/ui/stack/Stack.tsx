import type { ReactNode } from 'react';
import styles from './Stack.module.css';

/** Text elements one under the other, a line's space between them. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
