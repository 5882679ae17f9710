import { cx } from '../../../../shared/class-names.ts';
import { DimensionLine } from '../../../../ui/dimension-line/DimensionLine.tsx';
import { LogoMark } from '../../../../ui/logo-mark/LogoMark.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './LogoWall.module.css';

type Groups = SectionOf<'logo-wall'>['wide'];

/** Company marks in ruled bays, grouped as the content says for wide and for narrow screens (Specification 9). */
export function LogoWall({ section }: { section: SectionOf<'logo-wall'> }) {
  const { anchor, heading, text, wide, narrow } = section;
  const sameOrder = idsOf(wide).join() === idsOf(narrow).join();
  return (
    <Section anchor={anchor}>
      <DimensionLine heading={heading} count={wide.flat().length} flush={!text} />
      {text && (
        <div className={styles.text}>
          <Lead>{text}</Lead>
        </div>
      )}
      {sameOrder ? (
        <Bays groups={wide} narrowStarts={startsOf(narrow)} className={cx(text && styles.ruled)} />
      ) : (
        <>
          <Bays groups={wide} className={cx(styles.onlyWide, text && styles.ruled)} />
          <Bays
            groups={narrow}
            className={cx(styles.onlyNarrow, text && styles.ruled)}
            narrowStarts={startsOf(narrow)}
          />
        </>
      )}
    </Section>
  );
}

const idsOf = (groups: Groups) => groups.flat().map(({ id }) => id);

/** The marks that begin a group. */
const startsOf = (groups: Groups) => new Set(groups.flatMap(([first]) => (first ? [first.id] : [])));

interface BaysProps {
  groups: Groups;
  /** Marks that begin a group on narrow screens. */
  narrowStarts?: ReadonlySet<string>;
  className: string;
}

function Bays({ groups, narrowStarts, className }: BaysProps) {
  const wideStarts = startsOf(groups);
  return (
    <ul className={cx(styles.bays, className)}>
      {groups.flat().map((logo) => (
        <li
          key={logo.id}
          className={cx(
            styles.bay,
            wideStarts.has(logo.id) && styles.startsWide,
            narrowStarts?.has(logo.id) && styles.startsNarrow,
          )}
        >
          <LogoMark logo={logo} />
        </li>
      ))}
    </ul>
  );
}
