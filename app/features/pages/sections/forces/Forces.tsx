import { Section } from '../../../../ui/section/Section.tsx';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import { Subheading } from '../../../../ui/text/Subheading.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Forces.module.css';
import { LoadedBeam } from './LoadedBeam.tsx';

/** A claim and its reasons: forces, each an arrow, on one beam (Specification 2, Who We Are: Why Now). */
export function Forces({ section: { anchor, heading, statement, items } }: { section: SectionOf<'forces'> }) {
  return (
    <Section anchor={anchor} heading={heading} count={items.length}>
      <div className={styles.figure}>
        <div className={styles.claim}>
          <StatementText className={styles.statement}>{statement}</StatementText>
          <ul className={styles.forces}>
            {items.map(({ name, text }) => (
              <li key={name} className={styles.force}>
                <Subheading className={styles.name}>{name}</Subheading>
                <p className={styles.text}>{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <LoadedBeam loads={items.length} />
      </div>
    </Section>
  );
}
