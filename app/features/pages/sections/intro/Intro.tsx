import { createIsland } from '../../../../ui/island/create-island.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Intro.module.css';
import { RotatingWord } from './RotatingWord.tsx';

const RotatingWordIsland = createIsland('rotating-word', RotatingWord, { wake: 'idle', as: 'span' });

/** The opening statement with one rotating word, and two paragraphs under it (Specification 2, Home 2). */
export function Intro({ section }: { section: SectionOf<'intro'> }) {
  const { statement, words, lead, aside } = section;
  return (
    <Section className={styles.intro}>
      <p className={styles.statement}>
        {statement} <RotatingWordIsland words={words} />
      </p>
      <div className={styles.lead}>
        <Lead>{lead}</Lead>
      </div>
      <div className={styles.aside}>
        <Lead soft>{aside}</Lead>
      </div>
    </Section>
  );
}
