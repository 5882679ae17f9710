import { cx } from '../../../../shared/class-names.ts';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import { Island } from '../../../../ui/island/Island.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Intro.module.css';

/** As in running text; British English sets no comma before "and". */
const listFormat = new Intl.ListFormat('en-GB');

/** The opening statement with one rotating word, and two paragraphs under it (Specification 2, Home 2). */
export function Intro({ section }: { section: SectionOf<'intro'> }) {
  const { statement, words, lead, aside } = section;
  return (
    <Section className={styles.intro}>
      <p className={styles.statement}>
        {statement} <RotatingWord words={words} />
      </p>
      <Lead className={styles.lead}>{lead}</Lead>
      <Lead soft className={styles.aside}>
        {aside}
      </Lead>
    </Section>
  );
}

/**
 * One word of several, each measured by its own dimension line, in one place as wide as the widest. Screen readers, text browsers and
 * copied text have all words, as a list.
 */
function RotatingWord({ words }: { words: readonly string[] }) {
  const parts = listFormat.formatToParts(words);
  return (
    <span className={styles.words}>
      <Island name="rotating-word" wake="idle" as="span">
        {parts.map(
          ({ type, value }, index) =>
            type === 'element' && (
              <span key={value} className={cx(styles.word, index === parts.length - 1 && styles.current)}>
                {value}
                {parts[index + 1] && <Hidden>{parts[index + 1]?.value}</Hidden>}
              </span>
            ),
        )}
      </Island>
    </span>
  );
}
