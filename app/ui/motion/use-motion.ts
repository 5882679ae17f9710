import { useSyncExternalStore } from 'react';
import { type Motion, onMotionChange, readMotion } from './motion.ts';

/**
 * Returns the page's motion state. The server renders `moving`, which applies to most visitors, so that the button is already
 * labelled "Pause" before the scripts arrive.
 */
export function useMotion(): Motion {
  return useSyncExternalStore(onMotionChange, readMotion, () => 'moving');
}
