import type { HeroMedia } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import { ButtonLink } from '../button/Button.tsx';
import { Dots } from '../dots/Dots.tsx';
import { Island } from '../island/Island.tsx';
import { PauseButton } from '../motion/PauseButton.tsx';
import texts from '../text/Text.module.css';
import { loopsOf } from './film.ts';
import frame from './HeroFrame.module.css';
import { HeroFrame } from './HeroFrame.tsx';
import { HeroMediaView } from './HeroMediaView.tsx';
import type { SliderHeroScriptProps } from './SliderHero.island.ts';
import styles from './SliderHero.module.css';

/** Headings with more characters than this are one step smaller, so that none takes more than four lines. */
const longHeading = 40;

/** Geometry of the pagination's cable in pixels: a dot every 48, a sag of 30. */
const cable = { bay: 48, top: 2, sag: 30, reach: 52, height: 68 };

interface SliderHeroProps {
  /** Accessible name of the carousel. */
  label: string;
  /** 2 to 6 slides; the first contains the page's h1. */
  slides: readonly { heading: string; media: HeroMedia }[];
  /** The button on every slide. */
  button: { label: string; to: string };
}

/**
 * The home page's slider: headlines, each over its own drawing (Specification 2, Home 1; WAI-ARIA APG, Carousel; Ruling 13).
 * The text of all slides is in the page; without JavaScript it is a scrolling row over the first drawing. The other drawings are
 * fetched shortly before their turns. A script switches the slides.
 */
export function SliderHero({ label, slides, button }: SliderHeroProps) {
  const props: SliderHeroScriptProps = { loops: slides.map(({ media }) => loopsOf(media)) };
  return (
    <Island name="slider-hero" wake="idle" props={props}>
      <HeroFrame
        backdrop={slides.map(({ heading, media }, index) =>
          index === 0 ? (
            <HeroMediaView key={heading} media={media} />
          ) : (
            <template key={heading}>
              <HeroMediaView media={media} first={false} />
            </template>
          ),
        )}
        aria-roledescription="carousel"
        aria-label={label}
        controls={
          <div className={styles.controls} data-controls="" data-screen-only="">
            <PauseButton className={styles.pause} />
            <Pagination count={slides.length} />
          </div>
        }
      >
        <div className={cx(styles.slides, frame.aboveControls)} aria-live="off" data-slides="">
          {slides.map(({ heading }, index) => {
            const Heading = index === 0 ? 'h1' : 'h2';
            return (
              // biome-ignore lint/a11y/useSemanticElements: the APG's slide is a group; a fieldset is for form fields
              <div
                key={heading}
                role="group"
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${slides.length}`}
                className={cx(styles.slide, index === 0 && styles.current)}
              >
                <Heading className={cx(texts.display, styles.heading, heading.length > longHeading && styles.long)}>
                  {heading}
                </Heading>
                <p className={styles.action}>
                  <ButtonLink to={button.to}>{button.label}</ButtonLink>
                </p>
              </div>
            );
          })}
        </div>
      </HeroFrame>
    </Island>
  );
}

/** The pagination: a dot for each slide, hanging from a cable. */
function Pagination({ count }: { count: number }) {
  const width = count * cable.bay;
  const hangers = Array.from({ length: count }, (_, index) => {
    const along = (index + 0.5) / count;
    const y = cable.top + 4 * cable.sag * along * (1 - along);
    return `M${along * width} ${y.toFixed(1)}V${cable.reach}`;
  });
  return (
    <div className={styles.pagination} data-needs-scripts="">
      <svg
        className={styles.cable}
        width={width}
        height={cable.height}
        viewBox={`0 0 ${width} ${cable.height}`}
        aria-hidden="true"
      >
        <path d={`M0 ${cable.top}Q${width / 2} ${cable.top + 2 * cable.sag} ${width} ${cable.top}`} strokeWidth={1.5} />
        <path d={hangers.join('')} />
      </svg>
      <Dots count={count} className={styles.dots} dotClassName={styles.dot} />
    </div>
  );
}
