import { cx } from '../../../../shared/class-names.ts';
import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { PartnerRow } from '../../../../ui/partner-row/PartnerRow.tsx';
import { Plate } from '../../../../ui/plate/Plate.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import columns from '../../../../ui/split/Columns.module.css';
import sticky from '../../../../ui/split/Sticky.module.css';
import { TickList } from '../../../../ui/tick-list/TickList.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Features.module.css';

/** Blocks of statement against plate, every second one mirrored; below the desktop breakpoint the plate comes first. */
export function Features({ section }: { section: SectionOf<'features'> }) {
  const { anchor, heading, items } = section;
  return (
    <Section anchor={anchor} heading={heading} count={items.length} flush>
      {items.map((item) => (
        <Feature key={item.heading} item={item} />
      ))}
    </Section>
  );
}

function Feature({ item }: { item: SectionOf<'features'>['items'][number] }) {
  const { heading, text, points, image, partner, link } = item;
  return (
    <article className={cx(columns.columns, styles.feature)}>
      <div className={styles.statement}>
        <h3 className={styles.heading}>{heading}</h3>
        <p className={styles.text}>{text}</p>
        {points.length > 0 && <TickList items={points} />}
        {partner && <PartnerRow {...partner} />}
        {link && (
          <p>
            <ArrowLink to={link.to}>{link.label}</ArrowLink>
          </p>
        )}
      </div>
      <Plate image={image.file} alt={image.alt} size="half" className={cx(sticky.sticky, styles.plate)} />
    </article>
  );
}
