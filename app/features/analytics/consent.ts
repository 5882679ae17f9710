import { storedValue } from '../../shared/stored-value.ts';

/** A visitor's choice. No choice yet counts as a refusal. */
export type Choice = 'accepted' | 'rejected';

export const choiceLabels: Readonly<Record<Choice, string>> = { accepted: 'Accept', rejected: 'Reject' };

/** Months after which the banner asks again. */
const validMonths = 12;

/** The choice and its time (ISO 8601), separated by a space. */
const stored = storedValue('consent');

const listeners = new Set<() => void>();
/** Whether the visitor wants to choose again. */
export let isReopened = false;

/** Global Privacy Control counts as a refusal, and no banner shows (Ruling 31; globalprivacycontrol.org). */
export const isRefusedBySignal = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Returns the current choice with its time; undefined without a choice or after its expiry. */
export function storedChoice(): { choice: Choice; at: Date } | undefined {
  const [choice, at = ''] = (stored.read() ?? '').split(' ');
  if (choice !== 'accepted' && choice !== 'rejected') return undefined;
  const end = new Date(at);
  end.setMonth(end.getMonth() + validMonths);
  return end.getTime() > Date.now() ? { choice, at: new Date(at) } : undefined;
}

/** Stores a choice and notifies all listeners, also in other tabs. */
export function choose(choice: Choice): void {
  stored.write(`${choice} ${new Date().toISOString()}`);
  keepChoice();
}

/** Closes a reopened choice. A visitor who has not chosen yet is still asked. */
export function keepChoice(): void {
  isReopened = false;
  notifyListeners();
}

/** Asks the visitor again. */
export function reopenChoice(): void {
  isReopened = true;
  notifyListeners();
}

/**
 * Whether to ask the visitor now: without a choice, or to change it. Where the browser stores nothing, each page would ask again; the
 * visitor can choose for a page in the footer.
 */
export const isChoiceNeeded = (): boolean =>
  !isRefusedBySignal() && (isReopened || (stored.read() !== undefined && storedChoice() === undefined));

/** Calls back when the visitor makes or reopens a choice, in this tab or another. */
export function onChoiceChange(listener: () => void): void {
  listeners.add(listener);
  addEventListener('storage', listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
