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
    const api = EmblaCarousel(viewport, options);
    setEmbla(api);
    return () => {
      api.destroy();
      setEmbla(undefined);
    };
  }, [viewport, options]);

  return [setViewport, embla];
}
