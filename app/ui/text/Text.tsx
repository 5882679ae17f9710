import { Fragment, type ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Text.module.css';

interface TextProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Whether a word, such as the company's name, is too long for a line of half a page in the size of a statement: 15 letters or more. */
export const hasLongWord = (text: string): boolean => /[^\s/-]{15}/u.test(text);

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
