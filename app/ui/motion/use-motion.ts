import { useEffect, useSyncExternalStore } from 'react';
import { startAutoplay } from './autoplay.ts';
import { type Motion, onMotionChange, readMotion } from './motion.ts';

/**
 * The page's state of motion. The server renders `moving`, as most pages will be: their button is called "Pause" before the
 * scripts arrive, and means it.
 */
export function useMotion(): Motion {
  return useSyncExternalStore(onMotionChange, readMotion, () => 'moving');
}

/** `startAutoplay` for as long as the component is on the page and `resting` is false. */
export function useAutoplay({
  intervalMs,
  resting,
  onTick,
}: {
  intervalMs: number;
  resting: boolean;
  onTick: () => void;
}): void {
  useEffect(() => {
    if (resting) return;
    return startAutoplay({ intervalMs, onTick }).end;
  }, [resting, intervalMs, onTick]);
}
