import { storedValue } from '../../shared/stored-value.ts';

const reducedMotion = '(prefers-reduced-motion: reduce)';

/** The state of all automatic motion (WCAG 2.2.2; Ruling 13): `paused` by the visitor, `reduced` by the system, or `moving`. */
export type Motion = 'moving' | 'paused' | 'reduced';

const listeners = new Set<() => void>();
/** The visitor's choice. */
const stored = storedValue('motion');

/** Calls back when the state may have changed. */
export function onMotionChange(listener: () => void): void {
  listeners.add(listener);
  matchMedia(reducedMotion).addEventListener('change', listener);
  addEventListener('storage', listener);
}

/** Returns the current state. */
export function readMotion(): Motion {
  if (matchMedia(reducedMotion).matches) return 'reduced';
  return stored.read() === 'paused' ? 'paused' : 'moving';
}

/** Stores the visitor's choice and applies it to all motion of the page. */
export function setMotionPaused(paused: boolean): void {
  stored.write(paused ? 'paused' : 'moving');
  for (const listener of listeners) listener();
}
