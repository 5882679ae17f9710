import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel';
import { useEffect, useState } from 'react';

/** How near a row of slides comes before what moves it is fetched: half a screen's height. */
const nearby = '50% 0px';

/**
 * Embla on a row of slides, fetched when the row comes near: most visitors of a page never see its carousel, and until
 * then its script would only take bytes from what they do see.
 * @param options compared by identity
 * @returns a ref for the viewport, and Embla once it is there
 */
export function useEmbla(
  options: EmblaOptionsType,
): [viewport: (element: HTMLElement | null) => void, embla: EmblaCarouselType | undefined] {
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (!viewport || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: nearby },
    );
    observer.observe(viewport);
    return () => observer.disconnect();
  }, [viewport, near]);

  useEffect(() => {
    if (!viewport || !near) return;
    let api: EmblaCarouselType | undefined;
    let gone = false;
    void import('embla-carousel').then(({ default: createEmbla }) => {
      if (gone) return;
      api = createEmbla(viewport, options);
      setEmbla(api);
    });
    return () => {
      gone = true;
      api?.destroy();
      setEmbla(undefined);
    };
  }, [viewport, near, options]);

  return [setViewport, embla];
}
