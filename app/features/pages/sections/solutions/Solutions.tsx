import { cx } from '../../../../shared/class-names.ts';
import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { Drawing } from '../../../../ui/drawing/Drawing.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import columns from '../../../../ui/split/Columns.module.css';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Solutions.module.css';

/** Rows of name, argument with its link, and bridge. The rule under each row is the deck of its bridge. */
export function Solutions({ section }: { section: SectionOf<'solutions'> }) {
  const { anchor, heading, items } = section;
  return (
    <Section anchor={anchor} heading={heading} count={items.length} flush>
      <ul className={styles.list}>
        {items.map(({ name, text, drawing, action }) => (
          <li key={name} className={cx(columns.columns, styles.row)}>
            <h3 className={styles.heading}>
              <span className={styles.name}>{name}</span>
            </h3>
            <div className={styles.text}>
              <p>{text}</p>
              <ArrowLink to={action.to}>{action.label}</ArrowLink>
            </div>
            <Drawing svg={drawing} className={styles.drawing} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
