import { Fragment, type ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Text.module.css';

interface TextProps {
  children: ReactNode;
  className?: string | undefined;
}

/** A heading in the size of a section's statement. */
export function StatementHeading({ children, className }: { children: string; className?: string | undefined }) {
  return (
    <h2 className={cx(styles.statement, className)}>
      <Sentences text={children} />
    </h2>
  );
}

/** The text of a large heading, which breaks between its sentences, and after a colon, before it breaks inside one. */
export function Sentences({ text }: { text: string }) {
  const sentences = text.split(/(?<=[.:?!]) /);
  if (sentences.length === 1) return text;
  return sentences.map((sentence) => (
    <Fragment key={sentence}>
      <span className={styles.sentence}>{sentence}</span>{' '}
    </Fragment>
  ));
}

/** Stands in the place of an empty list. */
export function NoResults({ className }: { className?: string | undefined }) {
  return <span className={cx(styles.remark, className)}>No results found.</span>;
}

/** The first paragraph of an argument. */
export function Lead({ children, className, soft = false }: TextProps & { soft?: boolean }) {
  return <p className={cx(styles.lead, soft && styles.soft, className)}>{children}</p>;
}
