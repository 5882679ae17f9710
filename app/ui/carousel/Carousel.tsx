import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { useAutoplay, useMotion } from '../motion/motion.ts';
import { useRest } from '../motion/use-rest.ts';
import styles from './Carousel.module.css';
import { useEmbla } from './use-embla.ts';

interface CarouselProps {
  /** Name of the carousel for assistive technology: the words of its heading. */
  label: string;
  /** What each slide holds, in order. */
  slides: readonly ReactNode[];
  /** After the last slide comes the first; needs at least one slide more than fit in view. */
  loop?: boolean;
  /** Moves on by itself every so many milliseconds, from the end back to the start; absent, it only moves by hand. */
  intervalMs?: number | undefined;
  /**
   * Media query under which the slides move, such as `(min-width: 992px)`. Elsewhere they stay where the track's CSS puts
   * them: a grid, for example.
   */
  movesWhen?: string | undefined;
  /** Heading with the controls, `CarouselTrack`, dots: in any order. */
  children: ReactNode;
  className?: string | undefined;
}

interface CarouselState {
  slides: readonly ReactNode[];
  loop: boolean;
  viewport: (element: HTMLElement | null) => void;
  /** Index of the stop that is shown, and how many stops there are: one a slide, fewer where the last slides share a view. */
  stop: number;
  stops: number;
  goTo: (stop: number) => void;
  step: (by: 1 | -1) => void;
}

const CarouselContext = createContext<CarouselState | null>(null);

function useCarousel(): CarouselState {
  const state = use(CarouselContext);
  if (!state) throw new Error('Parts of a carousel stand inside <Carousel>');
  return state;
}

/**
 * A row of slides moved by drag, by its buttons, by focus, and if wished by itself (WAI-ARIA APG, Carousel; Contract,
 * assistive technology). It rests while a pointer or focus is on it, and it never moves under reduced motion or while the
 * visitor has paused the page: whatever has `intervalMs` needs a `PauseButton` among its children.
 *
 * How many slides are in view is CSS, so that the page is right before any script: set `--slides-in-view` and
 * `--slide-gap` on the class of `CarouselTrack`, by breakpoint. With JavaScript off the row scrolls and snaps.
 */
export function Carousel({ label, slides, loop = false, intervalMs, movesWhen, children, className }: CarouselProps) {
  const [viewport, embla] = useEmbla(useMemo(() => emblaOptions(loop, movesWhen), [loop, movesWhen]));
  const [{ stop, stops }, setPlace] = useState({ stop: 0, stops: slides.length });
  const still = useMotion() === 'reduced';

  useEffect(() => {
    if (!embla) return;
    const update = () => setPlace({ stop: embla.selectedScrollSnap(), stops: embla.scrollSnapList().length });
    update();
    embla.on('select', update).on('reInit', update);
    return () => {
      embla.off('select', update).off('reInit', update);
    };
  }, [embla]);

  // A button may be pressed while Embla is still on its way: what was wished last is then done first.
  const wish = useRef<((api: EmblaCarouselType) => void) | undefined>(undefined);
  useEffect(() => {
    if (embla) wish.current?.(embla);
    wish.current = undefined;
  }, [embla]);
  const ask = useCallback(
    (move: (api: EmblaCarouselType) => void) => {
      if (embla) move(embla);
      else wish.current = move;
    },
    [embla],
  );
  const goTo = useCallback((to: number) => ask((api) => api.scrollTo(to, still)), [ask, still]);
  const step = useCallback(
    (by: 1 | -1) => ask((api) => (by === 1 ? api.scrollNext(still) : api.scrollPrev(still))),
    [ask, still],
  );
  const advance = useCallback(() => {
    if (!embla) return;
    if (embla.canScrollNext()) embla.scrollNext();
    else embla.scrollTo(0);
  }, [embla]);
  const { resting, focusProps, pointerProps } = useRest();
  useAutoplay({ intervalMs: intervalMs ?? 0, resting: resting || intervalMs === undefined, onTick: advance });

  const state = useMemo(
    () => ({ slides, loop, viewport, stop, stops, goTo, step }),
    [slides, loop, viewport, stop, stops, goTo, step],
  );
  return (
    <CarouselContext value={state}>
      {/* biome-ignore lint/a11y/useSemanticElements: the APG's carousel is a group; a fieldset is for form fields */}
      <div
        role="group"
        aria-roledescription="carousel"
        aria-label={label}
        className={className}
        {...focusProps}
        {...pointerProps}
      >
        {children}
      </div>
    </CarouselContext>
  );
}

function emblaOptions(loop: boolean, movesWhen: string | undefined): EmblaOptionsType {
  return {
    align: 'start',
    loop,
    ...(movesWhen ? { active: false, breakpoints: { [movesWhen]: { active: true } } } : {}),
  };
}

/** The slides. `className` goes to their common parent, whose children they are. */
export function CarouselTrack({ className }: { className?: string | undefined }) {
  const { slides, loop, viewport } = useCarousel();
  return (
    <div ref={viewport} className={styles.viewport}>
      <div className={cx(styles.track, loop && styles.loop, className)}>
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the APG's slide is a group; a fieldset is for form fields
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a slide is its place in the row; the same card may stand twice
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
    </div>
  );
}

/** "Previous" and "Next". At the ends of a row that does not loop the one that leads nowhere says so and stays focusable. */
export function CarouselArrows({ className }: { className?: string | undefined }) {
  const { loop, stop, stops, step } = useCarousel();
  return (
    <span className={cx(styles.arrows, className)}>
      <button type="button" aria-label="Previous" aria-disabled={!loop && stop === 0} onClick={() => step(-1)}>
        <Icon name="arrow" className={styles.back} />
      </button>
      <button type="button" aria-label="Next" aria-disabled={!loop && stop === stops - 1} onClick={() => step(1)}>
        <Icon name="arrow" />
      </button>
    </span>
  );
}

/** A dot for each slide, named "Go to slide N". */
export function CarouselDots({ className }: { className?: string | undefined }) {
  const { stop, stops, goTo } = useCarousel();
  return (
    <ol className={cx(styles.dots, className)}>
      {Array.from({ length: stops }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
        <li key={index}>
          <button
            type="button"
            className={styles.dot}
            aria-label={`Go to slide ${index + 1}`}
            aria-current={index === stop ? 'true' : undefined}
            onClick={() => goTo(index)}
          />
        </li>
      ))}
    </ol>
  );
}
