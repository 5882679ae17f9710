import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import type { HeroMedia } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import { ButtonLink } from '../button/Button.tsx';
import dot from '../dot/Dot.module.css';
import { PauseButton } from '../motion/PauseButton.tsx';
import { useAutoplay, useMotion } from '../motion/use-motion.ts';
import { useRest } from '../motion/use-rest.ts';
import { addFilm, type Film, type FilmTurn, loopsOf } from './film.ts';
import { HeroFrame } from './HeroFrame.tsx';
import { HeroMediaView } from './HeroMediaView.tsx';
import styles from './SliderHero.module.css';

/** How long a slide stays, ms (Specification 9), and how long before its turn the next one is fetched. */
const intervalMs = 10_000;
const leadMs = 2500;

/** Headings with more characters than this are set one step smaller, so that none takes more than four lines. */
const longHeading = 40;

/** The pagination's cable, in the pixels that it is drawn at: one dot each 48, a sag of 30. */
const cable = { bay: 48, top: 2, sag: 30, reach: 52, height: 68 };

interface SliderHeroProps {
  /** Name of the carousel for assistive technology. */
  label: string;
  /** 2 to 6; the first holds the page's h1. */
  slides: readonly { heading: string; media: HeroMedia }[];
  /** Stands on every slide. */
  button: { label: string; to: string };
}

/**
 * The home page's slider: headlines, each over its own drawing (Specification 2, Home 1; WAI-ARIA APG, Carousel; Ruling 13).
 * All slides' words are in the page; with JavaScript off they stand in a row that scrolls, over the first drawing. Of the other
 * drawings none is fetched before its turn comes near.
 */
export function SliderHero({ label, slides, button }: SliderHeroProps) {
  const [current, setCurrent] = useState(0);
  const [upcoming, setUpcoming] = useState<number>();
  const { resting, focusProps, pointerProps } = useRest();
  useTurns({
    count: slides.length,
    current,
    resting,
    onApproach: setUpcoming,
    onTurn: setCurrent,
  });
  const backdrops = useBackdrops(current);
  const rotating = useMotion() === 'moving' && !resting;
  return (
    <HeroFrame
      backdrop={slides.map(
        ({ media }, index) =>
          (backdrops.isReady(index) || index === current || index === upcoming) && (
            <SlideBackdrop
              // biome-ignore lint/suspicious/noArrayIndexKey: slides never change places
              key={index}
              media={media}
              first={index === 0}
              shown={index === backdrops.shown}
              turn={
                index === backdrops.shown
                  ? 'play'
                  : index === backdrops.left
                    ? 'rest'
                    : index === upcoming
                      ? 'fetch'
                      : 'none'
              }
              onReady={() => backdrops.setReady(index)}
            />
          ),
      )}
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

/** Rotates the slides: each stays for its time, restarts after a rest, and announces the next one beforehand. */
function useTurns({
  count,
  current,
  resting,
  onApproach,
  onTurn,
}: {
  count: number;
  current: number;
  resting: boolean;
  onApproach: (next: number | undefined) => void;
  onTurn: (next: number) => void;
}): void {
  const passed = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a slide that was chosen and a rest begin the time anew
  useEffect(() => {
    passed.current = 0;
    onApproach(undefined);
  }, [current, resting, onApproach]);
  useAutoplay({
    intervalMs: leadMs,
    resting,
    onTick: useCallback(() => {
      const next = (current + 1) % count;
      passed.current += leadMs;
      if (passed.current >= intervalMs) onTurn(next);
      else if (passed.current >= intervalMs - leadMs) onApproach(next);
    }, [current, count, onApproach, onTurn]),
  });
}

interface Backdrops {
  /** The slide whose drawing is seen: the current one's once its poster has come, until then the one before. */
  shown: number;
  /** The slide whose drawing was seen before, and may still be fading. */
  left: number | undefined;
  isReady: (index: number) => boolean;
  setReady: (index: number) => void;
}

/** Which slide's drawing is seen. */
function useBackdrops(current: number): Backdrops {
  const [ready, setReady] = useState<readonly number[]>([0]);
  const [{ shown, left }, setSeen] = useState<{ shown: number; left?: number }>({ shown: 0 });
  if (shown !== current && ready.includes(current)) setSeen({ shown: current, left: shown });
  return {
    shown,
    left,
    isReady: (index) => ready.includes(index),
    setReady: (index) => setReady((before) => (before.includes(index) ? before : [...before, index])),
  };
}

interface SlideBackdropProps extends Omit<ComponentProps<typeof HeroMediaView>, 'ref'> {
  turn: FilmTurn;
}

function SlideBackdrop({ media, turn, ...view }: SlideBackdropProps) {
  const layer = useRef<HTMLDivElement>(null);
  const film = useRef<Film>(undefined);
  useEffect(() => {
    if (!layer.current) return;
    const added = addFilm(layer.current, loopsOf(media));
    film.current = added;
    return () => added.remove();
  }, [media]);
  useEffect(() => film.current?.setTurn(turn), [turn]);
  return <HeroMediaView ref={layer} media={media} {...view} />;
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
              className={cx(dot.dot, styles.dot)}
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
