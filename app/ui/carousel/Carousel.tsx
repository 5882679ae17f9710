import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../../shared/class-names.ts';
import { DimensionLine } from '../dimension-line/DimensionLine.tsx';
import dot from '../dot/Dot.module.css';
import { Icon } from '../icon/Icon.tsx';
import { Slot } from '../island/create-island.tsx';
import { startAutoplay } from '../motion/autoplay.ts';
import { PauseButton } from '../motion/PauseButton.tsx';
import { watchRest } from '../motion/rest.ts';
import { useMotion } from '../motion/use-motion.ts';
import styles from './Carousel.module.css';
import { useEmbla } from './use-embla.ts';

interface CarouselProps {
  /** Heading in the dimension line, and the accessible name of the carousel. */
  heading: string;
  level?: 2 | 3;
  /** Number of items, shown in the dimension line. */
  count?: number;
  /** Whether there is no space below the dimension line. */
  flush?: boolean;
  slideCount: number;
  /** Whether the first slide follows the last; needs at least one slide more than fit in view. */
  loop?: boolean;
  /** Interval of automatic movement, ms, which ends at the end of a row that does not loop; absent if only the visitor moves it. */
  intervalMs?: number;
  /**
   * Media query under which the slides move, such as `(min-width: 992px)`. Otherwise the track's CSS lays them out, for
   * example as a grid.
   */
  movesWhen?: string;
  /** Whether the dimension line has "Previous" and "Next"; if there are also dots, CSS shows one of both. */
  arrows?: boolean;
  /** Whether there is a dot for each stop, labelled "Go to slide N". */
  dots?: boolean;
  /** Classes with which the parent lays out the parts. `run` contains the track. */
  classNames?: Readonly<Partial<Record<'carousel' | 'run' | 'arrows' | 'dots' | 'pause', string | undefined>>>;
  /** `CarouselTrack` with the slides. */
  children?: ReactNode;
}

/**
 * A row of slides moved by dragging, by its buttons, by focus and optionally by a timer (WAI-ARIA APG, Carousel; Contract,
 * assistive technology). The timer rests while a pointer or focus is on the row, under reduced motion, and while the visitor
 * has paused the page.
 *
 * CSS determines the number of visible slides, so that the layout is right before any script runs: set `--slides-in-view` and
 * `--slide-gap` on the class of `CarouselTrack`, by breakpoint. Without JavaScript the row scrolls and snaps.
 */
export function Carousel({
  heading,
  level = 2,
  count,
  flush = false,
  slideCount,
  loop = false,
  intervalMs,
  movesWhen,
  arrows = false,
  dots = false,
  classNames = {},
  children,
}: CarouselProps) {
  const [viewport, embla] = useEmbla(useMemo(() => emblaOptions(loop, movesWhen), [loop, movesWhen]));
  const { stop, stops } = usePosition(embla, slideCount);
  const move = useMoves(embla);
  const carousel = useRef<HTMLDivElement>(null);
  const [resting, setResting] = useState(false);
  useEffect(() => {
    const { current: area } = carousel;
    return area ? watchRest({ focusArea: area, pointerArea: area, onChange: setResting }) : undefined;
  }, []);
  useEffect(() => {
    if (resting || intervalMs === undefined) return;
    // A row that does not loop rests at its end until the visitor moves back (Ruling 33).
    return startAutoplay(intervalMs, () => embla?.scrollNext()).end;
  }, [resting, intervalMs, embla]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the APG's carousel is a group; a fieldset is for form fields
    <div
      ref={carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label={heading}
      className={classNames.carousel}
    >
      <DimensionLine
        level={level}
        heading={heading}
        count={count}
        flush={flush}
        controls={
          <>
            {arrows && (
              <Arrows
                isFirst={!loop && stop === 0}
                isLast={!loop && stop === stops - 1}
                onMove={move}
                className={classNames.arrows}
              />
            )}
            {intervalMs !== undefined && <PauseButton className={classNames.pause} />}
          </>
        }
      />
      <div className={classNames.run}>
        <div ref={viewport} className={styles.viewport}>
          <Slot className={styles.slot}>{children}</Slot>
        </div>
      </div>
      {dots && <Dots stop={stop} stops={stops} onMove={move} className={classNames.dots} />}
    </div>
  );
}

/** Moves a carousel. @param isInstant without animation */
type Move = (api: EmblaCarouselType, isInstant: boolean) => void;

/** The current stop, and the number of stops. */
function usePosition(embla: EmblaCarouselType | undefined, slideCount: number) {
  const [position, setPosition] = useState({ stop: 0, stops: slideCount });
  useEffect(() => {
    if (!embla) return;
    const update = () => setPosition({ stop: embla.selectedScrollSnap(), stops: embla.scrollSnapList().length });
    update();
    embla.on('select', update).on('reInit', update);
    return () => {
      embla.off('select', update).off('reInit', update);
    };
  }, [embla]);
  return position;
}

/** Moves immediately, or as soon as Embla has loaded, since a button may be pressed before. */
function useMoves(embla: EmblaCarouselType | undefined): (move: Move) => void {
  const isInstant = useMotion() === 'reduced';
  const pending = useRef<Move[]>([]);
  useEffect(() => {
    if (embla) for (const move of pending.current.splice(0)) move(embla, isInstant);
  }, [embla, isInstant]);
  return (move) => {
    if (embla) move(embla, isInstant);
    else pending.current.push(move);
  };
}

interface ControlsProps {
  onMove: (move: Move) => void;
  className: string | undefined;
}

/** The arrow buttons. At the end of a row the button without effect is marked as disabled but remains focusable. */
function Arrows({ isFirst, isLast, onMove, className }: ControlsProps & { isFirst: boolean; isLast: boolean }) {
  const previous: Move = (api, isInstant) => api.scrollPrev(isInstant);
  const next: Move = (api, isInstant) => api.scrollNext(isInstant);
  return (
    <span className={cx(styles.arrows, className)} data-screen-only="" data-needs-scripts="">
      <button type="button" aria-label="Previous" aria-disabled={isFirst} onClick={() => onMove(previous)}>
        <Icon name="arrow" className={styles.back} />
      </button>
      <button type="button" aria-label="Next" aria-disabled={isLast} onClick={() => onMove(next)}>
        <Icon name="arrow" />
      </button>
    </span>
  );
}

function Dots({ stop, stops, onMove, className }: ControlsProps & { stop: number; stops: number }) {
  return (
    <ol className={cx(styles.dots, className)} data-screen-only="" data-needs-scripts="">
      {Array.from({ length: stops }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position
        <li key={index}>
          <button
            type="button"
            className={cx(dot.dot, styles.dot)}
            aria-label={`Go to slide ${index + 1}`}
            aria-current={index === stop ? 'true' : undefined}
            onClick={() => onMove((api, isInstant) => api.scrollTo(index, isInstant))}
          />
        </li>
      ))}
    </ol>
  );
}

function emblaOptions(loop: boolean, movesWhen: string | undefined): EmblaOptionsType {
  return {
    align: 'start',
    container: '[data-track]',
    loop,
    ...(movesWhen ? { active: false, breakpoints: { [movesWhen]: { active: true } } } : {}),
  };
}

interface CarouselTrackProps {
  /** Contents of the slides, in order. */
  slides: readonly ReactNode[];
  /** Same as the carousel's. */
  loop?: boolean;
  className?: string | undefined;
}

/** The slides of a carousel, which are not hydrated. `className` applies to their parent. */
export function CarouselTrack({ slides, loop = false, className }: CarouselTrackProps) {
  return (
    <div data-track className={cx(styles.track, loop && styles.loop, className)}>
      {slides.map((slide, index) => (
        // biome-ignore lint/a11y/useSemanticElements: the APG's slide is a group; a fieldset is for form fields
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a slide is identified by its position; the same card may occur twice
          key={index}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${slides.length}`}
          className={styles.slide}
        >
          {slide}
        </div>
      ))}
    </div>
  );
}
