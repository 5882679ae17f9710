import { useEffect, useSyncExternalStore } from 'react';
import { startAutoplay } from './autoplay.ts';
import { type Motion, onMotionChange, readMotion } from './motion.ts';

/**
 * Returns the page's motion state. The server renders `moving`, which applies to most visitors, so that the button is already
 * labelled "Pause" before the scripts arrive.
 */
export function useMotion(): Motion {
  return useSyncExternalStore(onMotionChange, readMotion, () => 'moving');
}

/** Runs `startAutoplay` while the component is mounted and `resting` is false. */
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
