import { cx } from '../../../../shared/class-names.ts';
import { Plate } from '../../../../ui/plate/Plate.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import { Subheading } from '../../../../ui/text/Subheading.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { CableSplay } from './CableSplay.tsx';
import styles from './Values.module.css';

/**
 * Value statements (Specification 2, Who We Are and Ventures). Without pictures they are the strands of one cable, each with its own
 * anchor; with pictures they step down the page, each picture half a storey below the one before.
 */
export function Values({ section: { anchor, heading, statement, items } }: { section: SectionOf<'values'> }) {
  const pictured = items.some(({ image }) => image);
  return (
    <Section anchor={anchor} heading={heading} count={items.length}>
      <div className={pictured ? styles.steps : styles.strands}>
        {statement && <StatementText className={styles.statement}>{statement}</StatementText>}
        {!pictured && <CableSplay strands={items.length} />}
        <ul className={styles.values}>
          {items.map(({ name, text, image }) => (
            <li key={name} className={cx(styles.value, image && styles.pictured)}>
              {image && <Plate image={image.file} alt={image.alt} size="half" className={styles.picture} />}
              <Subheading className={styles.name}>{name}</Subheading>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
