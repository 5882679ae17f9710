import { onMotionChange, readMotion } from './motion.ts';

interface AutoplayOptions {
  intervalMs: number;
  onTick: () => void;
}

export interface Autoplay {
  /** Stops while there is a reason to rest; the interval then starts over. */
  setResting(resting: boolean): void;
  /** Starts the interval over. */
  restart(): void;
  /** Stops permanently. */
  end(): void;
}

/** Calls `onTick` every `intervalMs` while motion is on, the tab is visible and it is not resting. */
export function startAutoplay({ intervalMs, onTick }: AutoplayOptions): Autoplay {
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
  const endListening = onMotionChange(update);
  update();
  return {
    setResting(next) {
      resting = next;
      update();
    },
    restart() {
      stop();
      update();
    },
    end() {
      endListening();
      stop();
    },
  };
}
