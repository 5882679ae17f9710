import { cx } from '../../shared/class-names.ts';
import styles from './StatementHeading.module.css';
import { hasLongWord, Sentences } from './Text.tsx';

interface StatementProps {
  children: string;
  className?: string | undefined;
}

/** A section's statement that is its heading. */
export function StatementHeading({ children, className }: StatementProps) {
  return (
    <h2 className={cx(styles.statement, hasLongWord(children) && styles.long, className)}>
      <Sentences text={children} />
    </h2>
  );
}

/** A section's statement below its heading. It is no heading itself: the outline would list the section twice. */
export function StatementText({ children, className }: StatementProps) {
  return (
    <p className={cx(styles.statement, hasLongWord(children) && styles.long, className)}>
      <Sentences text={children} />
    </p>
  );
}
