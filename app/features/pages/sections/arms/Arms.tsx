import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import statements from '../../../../ui/text/StatementText.module.css';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Arms.module.css';
import { MeetingSpan } from './MeetingSpan.tsx';

/** Two halves of one whole: two cantilevers, one from each bank, that meet in the middle (Specification 2, Who We Are). */
export function Arms({ section: { anchor, heading, statement, items } }: { section: SectionOf<'arms'> }) {
  return (
    <Section anchor={anchor} heading={heading} count={items.length}>
      {statement && <StatementText className={statements.above}>{statement}</StatementText>}
      <MeetingSpan />
      <ul className={styles.banks}>
        {items.map(({ name, text, action }) => (
          <li key={name}>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.text}>{text}</p>
            {action && <ArrowLink to={action.to}>{action.label}</ArrowLink>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
