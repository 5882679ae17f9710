import { cx } from '../../../../shared/class-names.ts';
import bays from '../../../../ui/bays/Bays.module.css';
import { Section } from '../../../../ui/section/Section.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { LogoLink } from './LogoLink.tsx';
import styles from './Portfolio.module.css';

/** All companies of the portfolio, linked, in a ruled grid with separate orders for wide and narrow screens. */
export function Portfolio({ section }: { section: SectionOf<'portfolio'> }) {
  const { anchor, heading, text, wide, narrow } = section;
  const sameOrder = wide.map(({ id }) => id).join() === narrow.map(({ id }) => id).join();
  return (
    <Section anchor={anchor} heading={heading} count={wide.length} flush={!text}>
      {text && <Lead className={bays.text}>{text}</Lead>}
      <Grid logos={wide} className={cx(text && bays.ruled, !sameOrder && styles.onlyWide)} />
      {!sameOrder && <Grid logos={narrow} className={cx(text && bays.ruled, styles.onlyNarrow)} />}
    </Section>
  );
}

function Grid({ logos, className }: { logos: SectionOf<'portfolio'>['wide']; className: string }) {
  return (
    <ul className={cx(bays.bays, styles.grid, className)}>
      {logos.map((logo) => (
        <li key={logo.id} className={cx(bays.bay, styles.cell)}>
          <LogoLink logo={logo} markClassName={styles.mark} />
        </li>
      ))}
    </ul>
  );
}
