/** What a visitor chose. No choice yet counts as a refusal. */
export type Choice = 'accepted' | 'rejected';

/** What the visitor presses. */
export const choiceLabels: Readonly<Record<Choice, string>> = { accepted: 'Accept', rejected: 'Reject' };

/** The banner asks again after so many months. */
const validMonths = 12;
const storageKey = 'consent';

/** The choice and its time (ISO 8601), separated by a space. */
type Stored = `${Choice} ${string}`;

const listeners = new Set<() => void>();
/** Where storage is closed to us the choice lasts for this page only. */
let unstored: string | null = null;
/** The visitor wants to choose again. */
let isReopened = false;

/** Global Privacy Control counts as a refusal, and no banner shows (Ruling 31; globalprivacycontrol.org). */
export const isRefusedBySignal = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The choice in force, with its time. */
export function storedChoice(): { choice: Choice; at: Date } | undefined {
  const [choice, at = ''] = (readStored() ?? '').split(' ');
  if (choice !== 'accepted' && choice !== 'rejected') return undefined;
  const end = new Date(at);
  end.setMonth(end.getMonth() + validMonths);
  return end.getTime() > Date.now() ? { choice, at: new Date(at) } : undefined;
}

/** Stores a choice and notifies everything that shows or follows it, in other tabs too. */
export function choose(choice: Choice): void {
  const stored: Stored = `${choice} ${new Date().toISOString()}`;
  unstored = stored;
  try {
    localStorage.setItem(storageKey, stored);
  } catch {
    // It stays in `unstored`.
  }
  isReopened = false;
  notifyListeners();
}

/** Asks the visitor once more. */
export function reopenChoice(): void {
  isReopened = true;
  notifyListeners();
}

/** Whether the visitor is to be asked now: without a choice, or to change it. */
export const isAsked = (): boolean => !isRefusedBySignal() && (isReopened || storedChoice() === undefined);

/** Calls back whenever the visitor has chosen or wants to choose again, in this tab or another. */
export function onChoiceChange(listener: () => void): void {
  listeners.add(listener);
  addEventListener('storage', listener);
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return unstored;
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
