/** A visitor's choice. No choice yet counts as a refusal. */
export type Choice = 'accepted' | 'rejected';

/** Labels of the buttons. */
export const choiceLabels: Readonly<Record<Choice, string>> = { accepted: 'Accept', rejected: 'Reject' };

/** Months after which the banner asks again. */
const validMonths = 12;
const storageKey = 'consent';

/** The choice and its time (ISO 8601), separated by a space. */
type Stored = `${Choice} ${string}`;

const listeners = new Set<() => void>();
/** The choice where it cannot be stored: it lasts for this page only. */
let unstored: string | null = null;
/** The visitor wants to choose again. */
let isReopened = false;

/** Global Privacy Control counts as a refusal, and no banner shows (Ruling 31; globalprivacycontrol.org). */
export const isRefusedBySignal = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Returns the current choice with its time; undefined without a choice or after its expiry. */
export function storedChoice(): { choice: Choice; at: Date } | undefined {
  const [choice, at = ''] = (readStored() ?? '').split(' ');
  if (choice !== 'accepted' && choice !== 'rejected') return undefined;
  const end = new Date(at);
  end.setMonth(end.getMonth() + validMonths);
  return end.getTime() > Date.now() ? { choice, at: new Date(at) } : undefined;
}

/** Stores a choice and notifies all listeners, also in other tabs. */
export function choose(choice: Choice): void {
  const stored: Stored = `${choice} ${new Date().toISOString()}`;
  try {
    localStorage.setItem(storageKey, stored);
    unstored = null;
  } catch {
    unstored = stored; // Storage is blocked or full.
  }
  isReopened = false;
  notifyListeners();
}

/** Asks the visitor again. */
export function reopenChoice(): void {
  isReopened = true;
  notifyListeners();
}

/** Whether to ask the visitor now: without a choice, or to change it. */
export const isAsked = (): boolean => !isRefusedBySignal() && (isReopened || storedChoice() === undefined);

/** Calls back when the visitor makes or reopens a choice, in this tab or another. */
export function onChoiceChange(listener: () => void): void {
  listeners.add(listener);
  addEventListener('storage', listener);
}

function readStored(): string | null {
  try {
    return unstored ?? localStorage.getItem(storageKey);
  } catch {
    return unstored;
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
