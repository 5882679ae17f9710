/** Storage key of the visitor's choice. */
const motionStorageKey = 'motion';
const reducedMotion = '(prefers-reduced-motion: reduce)';

/**
 * The state of all automatic motion on a page (WCAG 2.2.2; Ruling 13): `paused` by the visitor, remembered across pages;
 * `reduced` by the system's setting; otherwise `moving`.
 */
export type Motion = 'moving' | 'paused' | 'reduced';

const listeners = new Set<() => void>();
/** The visitor's choice where it cannot be stored: it lasts for this page only. */
let unstored: boolean | undefined;

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
  return (unstored ?? isStoredAsPaused()) ? 'paused' : 'moving';
}

function isStoredAsPaused(): boolean {
  try {
    return localStorage.getItem(motionStorageKey) === 'paused';
  } catch {
    return false; // Storage is blocked.
  }
}

export function setMotionPaused(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(motionStorageKey, 'paused');
    else localStorage.removeItem(motionStorageKey);
    unstored = undefined;
  } catch {
    unstored = paused; // Storage is blocked or full.
  }
  for (const listener of listeners) listener();
}
