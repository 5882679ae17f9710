import EmblaCarousel, { type EmblaCarouselType, type EmblaOptionsType } from 'embla-carousel';
import { useEffect, useState } from 'react';

/**
 * Attaches Embla to a row of slides.
 * @param options compared by identity
 * @returns a ref for the viewport, and Embla once it has been created
 */
export function useEmbla(
  options: EmblaOptionsType,
): [viewport: (element: HTMLElement | null) => void, embla: EmblaCarouselType | undefined] {
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [embla, setEmbla] = useState<EmblaCarouselType>();

  useEffect(() => {
    if (!viewport) return;
    const api = EmblaCarousel(viewport, { ...options, watchFocus: false });
    setEmbla(api);
    const reveal = () => revealFocus(api);
    reveal();
    viewport.addEventListener('focusin', reveal);
    return () => {
      viewport.removeEventListener('focusin', reveal);
      api.destroy();
      setEmbla(undefined);
    };
  }, [viewport, options]);

  return [setViewport, embla];
}

/**
 * Moves to the slide that has the keyboard's focus (WCAG 2.4.11). Embla's own `watchFocus` misses a focus that was there first, that
 * follows the Tab key by more than 10 ms, or that a screen reader sets.
 */
function revealFocus(api: EmblaCarouselType): void {
  const { activeElement } = document;
  if (!activeElement?.matches(':focus-visible')) return;
  const slide = api.slideNodes().findIndex((node) => node.contains(activeElement));
  const stop = api.internalEngine().slideRegistry.findIndex((slides) => slides.includes(slide));
  if (stop !== -1) api.scrollTo(stop, true);
}
