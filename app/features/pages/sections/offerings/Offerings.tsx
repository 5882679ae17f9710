import { cx } from '../../../../shared/class-names.ts';
import { ButtonLink } from '../../../../ui/button/Button.tsx';
import { Plate } from '../../../../ui/plate/Plate.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import columns from '../../../../ui/split/Columns.module.css';
import sticky from '../../../../ui/split/Sticky.module.css';
import { Lead } from '../../../../ui/text/Text.tsx';
import { TickList } from '../../../../ui/tick-list/TickList.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { Arch } from './Arch.tsx';
import styles from './Offerings.module.css';

/** Offerings one below the other: the name stays in view while its argument scrolls by. Each item is an anchor. */
export function Offerings({ section }: { section: SectionOf<'offerings'> }) {
  const { anchor, heading, diagram, items, button } = section;
  return (
    <Section anchor={anchor} heading={heading} count={items.length} flush>
      {diagram === 'arch' && <Arch label={heading} items={items} />}
      <div className={styles.list}>
        {items.map((item) => (
          <OfferingItem key={item.id} item={item} />
        ))}
      </div>
      {button && <ButtonLink to={button.to}>{button.label}</ButtonLink>}
    </Section>
  );
}

function OfferingItem({ item }: { item: SectionOf<'offerings'>['items'][number] }) {
  const { id, name, subtitle, text, points, apart, trends, image } = item;
  return (
    <article className={cx(columns.columns, styles.item)} id={id}>
      <div className={cx(sticky.sticky, styles.title, image && styles.tall)}>
        <h3 className={styles.name}>{name}</h3>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        {image && <Plate image={image.file} alt={image.alt} size="half" className={styles.plate} />}
      </div>
      <div className={styles.argument}>
        <Lead>{text}</Lead>
        {points.length > 0 && <TickList items={points} />}
        {apart && (
          <div>
            <h4 className={styles.label}>{apart.label}</h4>
            <TickList items={apart.points} />
          </div>
        )}
      </div>
      {trends && (
        <div className={styles.trends}>
          <h4 className={styles.label}>{trends.label}</h4>
          <ul className={styles.vectors}>
            {trends.items.map((trend) => (
              <li key={trend} className={styles.vector}>
                {trend}
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}
