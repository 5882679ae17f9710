import { cx } from '../../shared/class-names.ts';
import styles from './StatementText.module.css';
import { hasLongWord, Sentences } from './Text.tsx';

interface StatementTextProps {
  children: string;
  className?: string | undefined;
  /** `h2` for a statement that is its section's heading. Below a heading it is none: the outline would list the section twice. */
  as?: 'h2' | 'p';
}

/** A section's statement, in the size of a heading. */
export function StatementText({ children, className, as: Tag = 'p' }: StatementTextProps) {
  return (
    <Tag className={cx(styles.statement, hasLongWord(children) && styles.long, className)}>
      <Sentences text={children} />
    </Tag>
  );
}
