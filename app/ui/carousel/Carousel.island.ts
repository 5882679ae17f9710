import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';
import type { WakeIsland } from '../island/wake-islands.ts';
import { startAutoplay } from '../motion/autoplay.ts';
import { connectPauseButton } from '../motion/connect-pause-button.ts';
import { readMotion } from '../motion/motion.ts';
import { watchRest } from '../motion/rest.ts';
import type { CarouselScriptProps } from './Carousel.tsx';

/** Moves the slides of a `Carousel` by dragging, by its buttons, by focus and by a timer. */
export const wake: WakeIsland = (element, props) => {
  const { loop = false, intervalMs, movesWhen } = props as CarouselScriptProps;
  const viewport = element.querySelector<HTMLElement>('[data-track]')?.parentElement;
  if (!viewport) return;
  const readDirection = () => (viewport.matches(':dir(rtl)') ? 'rtl' : 'ltr');
  const embla = EmblaCarousel(viewport, {
    align: 'start',
    direction: readDirection(),
    loop,
    watchFocus: false,
    ...(movesWhen ? { active: false, breakpoints: { [movesWhen]: { active: true } } } : {}),
  });
  // A browser's translation into Arabic turns the page around while it is being read.
  new MutationObserver(() => embla.reInit({ direction: readDirection() })).observe(document.documentElement, {
    attributeFilter: ['dir'],
  });
  const previous = element.querySelector<HTMLElement>('[data-move="previous"]');
  const next = element.querySelector<HTMLElement>('[data-move="next"]');
  const dots = [...element.querySelectorAll<HTMLElement>('[data-dots] button')];

  const isInstant = () => readMotion() === 'reduced';
  previous?.addEventListener('click', () => embla.scrollPrev(isInstant()));
  next?.addEventListener('click', () => embla.scrollNext(isInstant()));
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => embla.scrollTo(index, isInstant()));

  const update = () => {
    const stop = embla.selectedScrollSnap();
    const stops = embla.scrollSnapList().length;
    // At the end of a row the button without effect is marked as disabled but remains focusable.
    if (previous) previous.ariaDisabled = String(!loop && stop === 0);
    if (next) next.ariaDisabled = String(!loop && stop === stops - 1);
    for (const [index, dot] of dots.entries()) {
      dot.ariaCurrent = index === stop ? 'true' : null;
      if (dot.parentElement) dot.parentElement.hidden = index >= stops;
    }
  };
  embla.on('select', update).on('reInit', update);
  update();

  viewport.addEventListener('focusin', () => revealFocus(embla));
  revealFocus(embla);

  if (intervalMs === undefined) return;
  // A row that does not loop rests at its end until the visitor moves back (Ruling 33).
  const autoplay = startAutoplay(intervalMs, () => embla.scrollNext());
  watchRest({ focusArea: element, pointerArea: element, onChange: autoplay.setResting });
  const pause = element.querySelector<HTMLElement>('[data-pause]');
  if (pause) connectPauseButton(pause);
};

/**
 * Moves to the slide that has the keyboard's focus (WCAG 2.4.11). Embla's own `watchFocus` misses a focus that was there first, that
 * follows the Tab key by more than 10 ms, or that a screen reader sets.
 */
function revealFocus(embla: EmblaCarouselType): void {
  const { activeElement } = document;
  if (!activeElement?.matches(':focus-visible')) return;
  const slide = embla.slideNodes().findIndex((node) => node.contains(activeElement));
  const stop = embla.internalEngine().slideRegistry.findIndex((slides) => slides.includes(slide));
  if (stop !== -1) embla.scrollTo(stop, true);
}
