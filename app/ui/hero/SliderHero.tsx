import { useCallback, useState } from 'react';
import type { HeroMedia } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import { ButtonLink } from '../button/Button.tsx';
import { useAutoplay, useMotion } from '../motion/motion.ts';
import { PauseButton } from '../motion/PauseButton.tsx';
import { useRest } from '../motion/use-rest.ts';
import { HeroFrame } from './HeroFrame.tsx';
import styles from './SliderHero.module.css';
import { useHeroLoop } from './use-hero-loop.ts';

/** How long a slide stays, ms (Specification 9). */
const intervalMs = 10_000;

/** Headings with more characters than this are set one step smaller, so that none takes more than four lines. */
const longHeading = 40;

/** The pagination's cable, in the pixels that it is drawn at: one dot each 48, a sag of 30. */
const cable = { bay: 48, top: 2, sag: 30, reach: 52, height: 68 };

interface SliderHeroProps {
  /** Name of the carousel for assistive technology. */
  label: string;
  media: HeroMedia;
  /** 2 to 6; the first holds the page's h1. */
  slides: readonly { heading: string }[];
  /** Stands on every slide. */
  button: { label: string; to: string };
}

/**
 * The home page's slider: headlines over one continuous drawing, so that only the type changes (Specification 2, Home 1;
 * WAI-ARIA APG, Carousel; Ruling 13). All slides are in the page; with JavaScript off they stand in a row that scrolls.
 */
export function SliderHero({ label, media, slides, button }: SliderHeroProps) {
  const loop = useHeroLoop(media.loop);
  const [current, setCurrent] = useState(0);
  const { resting, focusProps, pointerProps } = useRest();
  useAutoplay({
    intervalMs,
    resting,
    onTick: useCallback(() => setCurrent((index) => (index + 1) % slides.length), [slides.length]),
  });
  const rotating = useMotion() === 'moving' && !resting;
  return (
    <HeroFrame
      media={media}
      loop={loop}
      tall
      aria-roledescription="carousel"
      aria-label={label}
      {...focusProps}
      start={
        <div className={styles.controls} {...pointerProps}>
          <Dots count={slides.length} current={current} onChoose={setCurrent} />
          <PauseButton className={styles.pause} />
        </div>
      }
    >
      <div className={styles.slides} aria-live={rotating ? 'off' : 'polite'}>
        {slides.map(({ heading }, index) => {
          const Heading = index === 0 ? 'h1' : 'h2';
          return (
            // biome-ignore lint/a11y/useSemanticElements: the APG's slide is a group; a fieldset is for form fields
            <div
              key={heading}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className={cx(styles.slide, index === current && styles.current)}
            >
              <Heading className={cx(styles.heading, heading.length > longHeading && styles.long)}>{heading}</Heading>
              <p className={styles.action}>
                <ButtonLink to={button.to}>{button.label}</ButtonLink>
              </p>
            </div>
          );
        })}
      </div>
    </HeroFrame>
  );
}

interface DotsProps {
  count: number;
  current: number;
  onChoose: (index: number) => void;
}

/** The pagination: a dot for each slide, hung from a cable; the current one carries the load. */
function Dots({ count, current, onChoose }: DotsProps) {
  const width = count * cable.bay;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const hangers = indexes.map((index) => {
    const along = (index + 0.5) / count;
    const y = cable.top + 4 * cable.sag * along * (1 - along);
    return `M${along * width} ${y.toFixed(1)}V${cable.reach}`;
  });
  return (
    <div className={styles.pagination}>
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
      <ol className={styles.dots}>
        {indexes.map((index) => (
          <li key={index}>
            <button
              type="button"
              className={styles.dot}
              aria-label={`Go to slide ${index + 1}`}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => onChoose(index)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
