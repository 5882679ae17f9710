import { useEffect, useSyncExternalStore } from 'react';

/** Where the visitor's choice is stored. */
const motionStorageKey = 'motion';
const reducedMotion = '(prefers-reduced-motion: reduce)';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  const query = matchMedia(reducedMotion);
  listeners.add(listener);
  query.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

const read = () => {
  if (matchMedia(reducedMotion).matches) return 'reduced';
  try {
    return localStorage.getItem(motionStorageKey) === 'paused' ? 'paused' : 'moving';
  } catch {
    return 'moving'; // storage is closed to us; the choice then lasts for this page only
  }
};

/**
 * One state for all that moves by itself on a page (WCAG 2.2.2; Ruling 13): `paused` by the visitor, remembered across
 * pages; `reduced` by the system's setting; else `moving`. The server says `moving`, as most pages will: their button is
 * called "Pause" before the scripts arrive, and means it.
 */
export function useMotion(): 'moving' | 'paused' | 'reduced' {
  return useSyncExternalStore(subscribe, read, () => 'moving');
}

export function setMotionPaused(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(motionStorageKey, 'paused');
    else localStorage.removeItem(motionStorageKey);
  } catch {
    // storage is closed to us
  }
  tell();
}

/** Calls `onTick` every `intervalMs` while motion is on, the tab is seen and nothing asks it to rest. */
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
