import { useCallback, useEffect, useState } from 'react';
import type { HeroLoopFiles, HeroMedia } from '../../platform/content/fields.ts';
import { useMediaQuery } from '../media-query/use-media-query.ts';
import { useMotion } from '../motion/motion.ts';

/** Where the tall cut takes the place of the wide one; the poster's `<source>` and the styles use the same width. */
export const tallCut = '(max-width: 767.98px)';
export const wideCut = '(min-width: 768px)';

/** Where the dark scheme's files take the place of the light one's, as in the style sheet. */
export const darkScheme = '(prefers-color-scheme: dark)';

/** How long to wait in browsers without `requestIdleCallback`, ms. */
const idleDelay = 200;

/** Network Information API, where the browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/** The moving picture of a hero, as its view and its Pause button need it. */
export interface HeroLoop {
  /** The loop to play; absent while, or where, the poster stands alone. */
  files: HeroLoopFiles | undefined;
  moving: boolean;
  /** True once the file has played. */
  started: boolean;
  /** True where there is something to pause, or to play again. */
  canPause: boolean;
  onPlaying: () => void;
  onError: () => void;
}

/**
 * Which loop to play, and whether (Ruling 15): only after the page is painted and idle, one cut in one colour scheme only, never
 * with Save-Data, a slow connection or reduced motion, and never again after its file failed.
 */
export function useHeroLoop(media: HeroMedia): HeroLoop {
  const motion = useMotion();
  const tall = useMediaQuery(tallCut);
  const dark = useMediaQuery(darkScheme);
  const [permitted, setPermitted] = useState(false);
  const [started, setStarted] = useState<string>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!connectionIsSlow()) return whenIdle(() => setPermitted(true));
  }, []);

  const { loop } = (dark && media.dark) || media;
  const cut = tall ? loop?.tall : loop?.wide;
  const name = cut?.mp4;
  const files = permitted && motion !== 'reduced' && name !== failed ? cut : undefined;
  const hasStarted = files !== undefined && name === started;
  return {
    files,
    moving: motion === 'moving',
    started: hasStarted,
    canPause: hasStarted || (files !== undefined && motion === 'paused'),
    onPlaying: useCallback(() => setStarted(name), [name]),
    onError: useCallback(() => setFailed(name), [name]),
  };
}

function connectionIsSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}

/** Calls back once the page has loaded and the browser is idle. Returns the way to call it off. */
function whenIdle(callback: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(callback);
      cancel = () => cancelIdleCallback(handle);
    } else {
      const handle = setTimeout(callback, idleDelay);
      cancel = () => clearTimeout(handle);
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    addEventListener('load', wait, { once: true });
    cancel = () => removeEventListener('load', wait);
  }
  return () => cancel();
}
