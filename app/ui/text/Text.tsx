import type { ReactNode } from 'react';
import styles from './Text.module.css';

/** A heading at the size of a section's statement. */
export function StatementHeading({ children }: { children: ReactNode }) {
  return <h2 className={styles.statement}>{children}</h2>;
}

/** The first paragraph of an argument. */
export function Lead({ children, soft = false }: { children: ReactNode; soft?: boolean }) {
  return <p className={soft ? `${styles.lead} ${styles.soft}` : styles.lead}>{children}</p>;
}
