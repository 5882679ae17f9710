import { desktop, from } from '../../../../shared/breakpoints.ts';
import { cx } from '../../../../shared/class-names.ts';
import { Carousel } from '../../../../ui/carousel/Carousel.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { LogoLink } from '../portfolio/LogoLink.tsx';
import styles from './LogoCarousel.module.css';

/** Pause between two moves, ms (Specification 9). */
const intervalMs = 3000;

/** When the marks move, and a row shows some of them; otherwise a static grid shows all. Must match the styles. */
const movesWhen = `${from(desktop)} and (prefers-reduced-motion: no-preference)`;

/** Marks in view on wide screens; must match the styles. */
const marksInView = 4;

/**
 * Linked company marks: on wide screens a moving row unless all are in view, on narrower ones and under reduced motion a static grid
 * (Specification 2, Home 5).
 */
export function LogoCarousel({ section }: { section: SectionOf<'logo-carousel'> }) {
  const { heading, logos } = section;
  if (logos.length <= marksInView) {
    return (
      <Section heading={heading} count={logos.length} flush>
        <ul className={cx(styles.track, styles.run)}>
          {logos.map((logo) => (
            <li key={logo.id}>
              <LogoLink logo={logo} markClassName={styles.mark} />
            </li>
          ))}
        </ul>
      </Section>
    );
  }
  return (
    <Section>
      <Carousel
        heading={heading}
        count={logos.length}
        flush
        slides={logos.map((logo) => <LogoLink key={logo.id} logo={logo} markClassName={styles.mark} />)}
        loop
        intervalMs={intervalMs}
        movesWhen={movesWhen}
        classNames={{ run: styles.run, track: cx(styles.track, styles.moving), pause: styles.pause }}
      />
    </Section>
  );
}
