import { cx } from '../../../../shared/class-names.ts';
import bays from '../../../../ui/bays/Bays.module.css';
import { LogoMark } from '../../../../ui/logo-mark/LogoMark.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './LogoWall.module.css';

type Groups = SectionOf<'logo-wall'>['wide'];
type Screen = 'wide' | 'medium' | 'narrow';

/** Classes by kind of screen: for marks that begin a group, and for lists that are hidden there. */
const classesOf: Readonly<Record<Screen, { starts: string | undefined; absent: string | undefined }>> = {
  wide: { starts: styles.startsWide, absent: styles.notWide },
  medium: { starts: styles.startsMedium, absent: styles.notMedium },
  narrow: { starts: styles.startsNarrow, absent: styles.notNarrow },
};

/** Company marks in ruled bays, grouped by the content for each width (Specification 9). Styles show one list for each order. */
export function LogoWall({ section }: { section: SectionOf<'logo-wall'> }) {
  const { anchor, heading, text, wide, medium = wide, narrow } = section;
  const lists = Map.groupBy(
    [
      { screen: 'wide', groups: wide },
      { screen: 'medium', groups: medium },
      { screen: 'narrow', groups: narrow },
    ] as const,
    ({ groups }) => idsOf(groups).join(),
  );
  return (
    <Section anchor={anchor} heading={heading} count={wide.flat().length} flush={!text}>
      {text && <Lead className={bays.text}>{text}</Lead>}
      {[...lists].map(([order, arrangements]) => (
        <Bays key={order} arrangements={arrangements} className={text && bays.ruled} />
      ))}
    </Section>
  );
}

const idsOf = (groups: Groups) => groups.flat().map(({ id }) => id);

interface BaysProps {
  /** Arrangements with the same order. */
  arrangements: readonly { screen: Screen; groups: Groups }[];
  className: string | undefined;
}

function Bays({ arrangements, className }: BaysProps) {
  const absent = Object.entries(classesOf).map(
    ([screen, classes]) => !arrangements.some((arrangement) => arrangement.screen === screen) && classes.absent,
  );
  const starts = (id: string) =>
    arrangements.map(({ screen, groups }) => groups.some(([first]) => first?.id === id) && classesOf[screen].starts);
  return (
    <ul className={cx(bays.bays, styles.wall, ...absent, className)}>
      {arrangements[0]?.groups.flat().map((logo) => (
        <li key={logo.id} className={cx(bays.bay, styles.bay, ...starts(logo.id))}>
          <LogoMark logo={logo} />
        </li>
      ))}
    </ul>
  );
}
