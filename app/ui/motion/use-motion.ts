import { useEffect, useSyncExternalStore } from 'react';
import { type Motion, onMotionChange, readMotion } from './motion.ts';

/**
 * The page's state of motion. The server renders `moving`, as most pages will be: their button is called "Pause" before the
 * scripts arrive, and means it.
 */
export function useMotion(): Motion {
  return useSyncExternalStore(onMotionChange, readMotion, () => 'moving');
}

/** Calls `onTick` every `intervalMs` while motion is on, the tab is visible and nothing asks it to rest. */
export function useAutoplay({
  intervalMs,
  resting,
  onTick,
}: {
  intervalMs: number;
  resting: boolean;
  onTick: () => void;
}): void {
  const moving = useMotion() === 'moving' && !resting;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      if (!document.hidden) onTick();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [moving, intervalMs, onTick]);
}
