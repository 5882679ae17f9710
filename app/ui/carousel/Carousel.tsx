import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { DimensionLine } from '../dimension-line/DimensionLine.tsx';
import { Dots } from '../dots/Dots.tsx';
import { Island } from '../island/Island.tsx';
import { PauseButton } from '../motion/PauseButton.tsx';
import { Arrows } from './Arrows.tsx';
import styles from './Carousel.module.css';

/** Props of the island's script. */
export type CarouselScriptProps = {
  /** Whether the first slide follows the last; needs at least one slide more than fit in view. */
  loop?: boolean;
  /** Interval of automatic movement, ms, which ends at the end of a row that does not loop; absent if only the visitor moves it. */
  intervalMs?: number | undefined;
  /** Media query under which the slides move; otherwise the track's CSS lays them out, for example as a grid. */
  movesWhen?: string | undefined;
};

interface CarouselProps extends CarouselScriptProps {
  /** Heading in the dimension line, and the accessible name of the carousel. */
  heading: string;
  level?: 2 | 3;
  /** Number of items, shown in the dimension line. */
  count?: number;
  /** Whether there is no space below the dimension line. */
  flush?: boolean;
  /** Contents of the slides, in order. */
  slides: readonly ReactNode[];
  /** Whether the dimension line has "Previous" and "Next"; if there are also dots, CSS shows one of both. */
  arrows?: boolean;
  /** Whether there is a dot for each stop, labelled "Go to slide N". */
  dots?: boolean;
  /** Classes with which the parent lays out the parts. `run` contains the track, `track` the slides. */
  classNames?: Readonly<
    Partial<Record<'carousel' | 'run' | 'track' | 'arrows' | 'dots' | 'pause', string | undefined>>
  >;
}

/**
 * A row of slides moved by dragging, by its buttons, by focus and optionally by a timer (WAI-ARIA APG, Carousel; Contract,
 * assistive technology). The timer rests while a pointer or focus is on the row, under reduced motion, and while the visitor
 * has paused the page.
 *
 * CSS determines the number of visible slides, so that the layout is right before any script runs: set `--slides-in-view` and
 * `--slide-gap` on the class of the track, by breakpoint. Without JavaScript the row scrolls and snaps.
 */
export function Carousel({
  heading,
  level = 2,
  count,
  flush = false,
  slides,
  loop = false,
  intervalMs,
  movesWhen,
  arrows = false,
  dots = false,
  classNames = {},
}: CarouselProps) {
  const props: CarouselScriptProps = { loop, intervalMs, movesWhen };
  return (
    <Island name="carousel" wake="near" media={movesWhen} props={props}>
      {/* biome-ignore lint/a11y/useSemanticElements: the APG's carousel is a group; a fieldset is for form fields */}
      <div role="group" aria-roledescription="carousel" aria-label={heading} className={classNames.carousel}>
        <DimensionLine
          level={level}
          heading={heading}
          count={count}
          flush={flush}
          controls={
            <>
              {intervalMs !== undefined && <PauseButton className={classNames.pause} />}
              {arrows && <Arrows loop={loop} className={classNames.arrows} />}
            </>
          }
        />
        <div className={classNames.run}>
          <div className={styles.viewport}>
            <div data-track="" className={cx(styles.track, loop && styles.loop, classNames.track)}>
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
          </div>
        </div>
        {dots && (
          <Dots
            count={slides.length}
            className={cx(styles.dots, classNames.dots)}
            dotClassName={styles.dot}
            data-screen-only=""
            data-needs-scripts=""
          />
        )}
      </div>
    </Island>
  );
}
