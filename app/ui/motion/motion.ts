/** Under which the visitor's choice is stored. */
const motionStorageKey = 'motion';
const reducedMotion = '(prefers-reduced-motion: reduce)';

/**
 * One state for all that moves by itself on a page (WCAG 2.2.2; Ruling 13): `paused` by the visitor, remembered across
 * pages; `reduced` by the system's setting; else `moving`.
 */
export type Motion = 'moving' | 'paused' | 'reduced';

const listeners = new Set<() => void>();

/** Calls back when the state may have changed. Returns the way to stop that. */
export function onMotionChange(listener: () => void): () => void {
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

export function readMotion(): Motion {
  if (matchMedia(reducedMotion).matches) return 'reduced';
  try {
    return localStorage.getItem(motionStorageKey) === 'paused' ? 'paused' : 'moving';
  } catch {
    return 'moving'; // storage is closed to us; the choice then lasts for this page only
  }
}

export function setMotionPaused(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(motionStorageKey, 'paused');
    else localStorage.removeItem(motionStorageKey);
  } catch {
    // storage is closed to us
  }
  for (const listener of listeners) listener();
}
