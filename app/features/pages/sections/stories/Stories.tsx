import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Stories.module.css';
import { TowerHead, TowerStorey } from './Tower.tsx';

/** Brief case stories (Specification 2, Who We Are): each is a storey of the tower, with the result on its left, the story on its right. */
export function Stories({ section: { anchor, heading, items } }: { section: SectionOf<'stories'> }) {
  return (
    <Section anchor={anchor} heading={heading} count={items.length}>
      <div className={styles.elevation}>
        <TowerHead />
        <ul className={styles.storeys}>
          {items.map(({ client, title, text, figure, to }, index) => (
            <li key={title} className={styles.storey}>
              <TowerStorey index={index} of={items.length} />
              <div className={styles.story}>
                <p className={styles.client}>{client}</p>
                <h3 className={styles.title}>{title}</h3>
                <p className={styles.text}>{text}</p>
                {to && (
                  <ArrowLink to={to}>
                    Read the story
                    <Hidden> “{title}”</Hidden>
                  </ArrowLink>
                )}
              </div>
              <p className={styles.result}>
                <span className={styles.figure}>{figure.value}</span>{' '}
                <span className={styles.measure}>{figure.measure}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
