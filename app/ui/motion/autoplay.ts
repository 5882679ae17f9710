import { onMotionChange, readMotion } from './motion.ts';

interface AutoplayOptions {
  intervalMs: number;
  onTick: () => void;
}

export interface Autoplay {
  /** Stops while there is a reason to rest; the interval begins anew after it. */
  setResting(resting: boolean): void;
  /** Begins the interval anew. */
  restart(): void;
  /** Stops for good. */
  end(): void;
}

/** Calls `onTick` every `intervalMs` while motion is on, the tab is visible and nothing asks it to rest. */
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
