import { onMotionChange, readMotion } from './motion.ts';

/** Calls `onTick` every `intervalMs` while motion is on, the tab is visible and it is not resting. */
export function startAutoplay(intervalMs: number, onTick: () => void) {
  let resting = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const update = () => {
    const moving = readMotion() === 'moving' && !resting;
    if (!moving) stop();
    else
      timer ??= setInterval(() => {
        if (!document.hidden) onTick();
      }, intervalMs);
  };
  onMotionChange(update);
  update();
  return {
    /** Stops while there is a reason to rest; the interval then starts over. */
    setResting(next: boolean): void {
      resting = next;
      update();
    },
    /** Starts the interval over. */
    restart(): void {
      stop();
      update();
    },
  };
}
