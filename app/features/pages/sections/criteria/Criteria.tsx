import { Section } from '../../../../ui/section/Section.tsx';
import { Split } from '../../../../ui/split/Split.tsx';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import { Subheading } from '../../../../ui/text/Subheading.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Criteria.module.css';
import { StageScale } from './StageScale.tsx';

/** Criteria of investments: the stages on one scale, the criteria below (Specification 2, Ventures). */
export function Criteria({ section }: { section: SectionOf<'criteria'> }) {
  const { anchor, heading, statement, text, stages, items } = section;
  return (
    <Section anchor={anchor} heading={heading} count={items.length}>
      <Split start={<StatementText>{statement}</StatementText>} end={text && <Lead>{text}</Lead>} />
      <StageScale stages={stages} />
      <ul className={styles.criteria}>
        {items.map((item) => (
          <li key={item.name} className={styles.criterion}>
            <Subheading className={styles.name}>{item.name}</Subheading>
            <p className={styles.text}>{item.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
