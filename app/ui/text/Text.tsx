import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Text.module.css';

interface TextProps {
  children: ReactNode;
  className?: string | undefined;
}

/** A heading in the size of a section's statement. */
export function StatementHeading({ children, className }: TextProps) {
  return <h2 className={cx(styles.statement, className)}>{children}</h2>;
}

/** Stands in the place of an empty list. */
export function NoResults({ className }: { className?: string | undefined }) {
  return <span className={cx(styles.remark, className)}>No results found.</span>;
}

/** The first paragraph of an argument. */
export function Lead({ children, className, soft = false }: TextProps & { soft?: boolean }) {
  return <p className={cx(styles.lead, soft && styles.soft, className)}>{children}</p>;
}
