/** Storage key of the visitor's choice. */
const motionStorageKey = 'motion';
const reducedMotion = '(prefers-reduced-motion: reduce)';

/**
 * The state of all automatic motion on a page (WCAG 2.2.2; Ruling 13): `paused` by the visitor, remembered across pages;
 * `reduced` by the system's setting; otherwise `moving`.
 */
export type Motion = 'moving' | 'paused' | 'reduced';

const listeners = new Set<() => void>();

/** Calls back when the state may have changed. @returns a function that stops it */
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
    return 'moving'; // Storage is blocked; the choice lasts only for this page.
  }
}

export function setMotionPaused(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(motionStorageKey, 'paused');
    else localStorage.removeItem(motionStorageKey);
  } catch {
    // Storage is blocked.
  }
  for (const listener of listeners) listener();
}
