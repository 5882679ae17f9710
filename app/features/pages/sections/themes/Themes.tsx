import { cx } from '../../../../shared/class-names.ts';
import { Section } from '../../../../ui/section/Section.tsx';
import statements from '../../../../ui/text/StatementText.module.css';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import { Subheading } from '../../../../ui/text/Subheading.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Themes.module.css';

/** Maximum number of cross beams whose labels fit beside each other. */
const maxCrossBeams = 4;

/**
 * Lists of themes (Specification 2, Ventures: fund thesis). Two lists are drawn as a grillage on wide screens: the themes of the
 * first are long beams, those of the second cross them, and a painted node marks every crossing. More lists, or too many cross
 * beams, are shown side by side.
 */
export function Themes({ section: { anchor, heading, statement, groups } }: { section: SectionOf<'themes'> }) {
  const [long, cross, ...more] = groups;
  const crossBeams = cross && more.length === 0 && cross.items.length <= maxCrossBeams ? cross.items.length : 0;
  const count = groups.reduce((total, { items }) => total + items.length, 0);
  return (
    <Section anchor={anchor} heading={heading} count={count}>
      {statement && <StatementText className={statements.above}>{statement}</StatementText>}
      <div className={cx(styles.groups, crossBeams > 0 && styles.grillage)}>
        {groups.map((group) => (
          <div key={group.name} className={cx(styles.group, group === cross && styles.cross)}>
            <h3 className={styles.name}>{group.name}</h3>
            <ul className={styles.themes}>
              {group.items.map(({ name, text }) => (
                <li key={name} className={styles.theme}>
                  <Subheading level={4} className={styles.themeName}>
                    {name}
                  </Subheading>
                  {text && <p className={styles.text}>{text}</p>}
                  {group === long && crossBeams > 0 && <Crossings beams={crossBeams} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Maximum overlap of a long beam with the gap between the columns, px. */
const overlap = 25;

/** One row of the grillage: a long beam where the others cross it. */
function Crossings({ beams }: { beams: number }) {
  const places = Array.from({ length: beams }, (_, index) => `${Math.round((10_000 * index) / beams) / 100}%`);
  return (
    <svg className={styles.crossings} aria-hidden="true">
      <line className={styles.longBeam} x1={-overlap} x2="100%" y1="0" y2="0" />
      {places.map((x) => (
        <line key={x} className={styles.crossBeam} x1={x} x2={x} y1="0" y2="100%" />
      ))}
      {places.map((x) => (
        <svg key={x} x={x} className={styles.place} aria-hidden="true">
          <rect className={styles.node} x="-5" y="-5" width="10" height="10" />
        </svg>
      ))}
    </svg>
  );
}
