import { Carousel, CarouselTrack } from '../../../../ui/carousel/Carousel.tsx';
import { DimensionLine } from '../../../../ui/dimension-line/DimensionLine.tsx';
import { PauseButton } from '../../../../ui/motion/PauseButton.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { LogoLink } from '../portfolio/LogoLink.tsx';
import styles from './LogoCarousel.module.css';

/** How long the marks stand before they move on, ms (Specification 9). */
const intervalMs = 3000;

/** Below this width the marks stand still in a grid; the styles use the same. */
const movesWhen = '(min-width: 992px)';

/** Linked company marks, four in view and moving on wide screens, a still grid below (Specification 2, Home 5). */
export function LogoCarousel({ section }: { section: SectionOf<'logo-carousel'> }) {
  const { heading, logos } = section;
  return (
    <Section>
      <Carousel
        label={heading}
        slides={logos.map((logo) => <LogoLink key={logo.id} logo={logo} markClassName={styles.mark} />)}
        loop
        intervalMs={intervalMs}
        movesWhen={movesWhen}
      >
        <DimensionLine
          heading={heading}
          count={logos.length}
          flush
          controls={<PauseButton className={styles.pause} />}
        />
        <div className={styles.run}>
          <CarouselTrack className={styles.track} />
        </div>
      </Carousel>
    </Section>
  );
}
