import { useSyncExternalStore } from 'react';

/** What a visitor chose. No choice yet counts as a refusal. */
export type Choice = 'accepted' | 'rejected';

/** A choice is asked for again after so many months. */
const keptMonths = 12;
const storageKey = 'consent';

/** The choice and its moment (ISO 8601), with a blank between. */
type Kept = `${Choice} ${string}`;

const listeners = new Set<() => void>();
/** Where storage is closed to us the choice lasts for this page only. */
let unstored: string | null = null;
/** The visitor wants to choose again. */
let isReopened = false;

/** Global Privacy Control counts as a refusal, and nobody is asked (Ruling 31; globalprivacycontrol.org). */
export const isRefusedBySignal = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The choice in force, with its moment. */
export function keptChoice(): { choice: Choice; at: Date } | undefined {
  const [choice, at = ''] = (readKept() ?? '').split(' ');
  if (choice !== 'accepted' && choice !== 'rejected') return undefined;
  const end = new Date(at);
  end.setMonth(end.getMonth() + keptMonths);
  return end.getTime() > Date.now() ? { choice, at: new Date(at) } : undefined;
}

/** Keeps a choice from now on; whoever shows or follows it learns it at once, in other tabs too. */
export function choose(choice: Choice): void {
  const kept: Kept = `${choice} ${new Date().toISOString()}`;
  unstored = kept;
  try {
    localStorage.setItem(storageKey, kept);
  } catch {
    // It stays in `unstored`.
  }
  isReopened = false;
  tell();
}

/** Asks the visitor once more. */
export function reopenChoice(): void {
  isReopened = true;
  tell();
}

/** The choice in force; undefined where there is none, on the server and while hydrating. */
export const useChoice = (): Choice | undefined => useSyncExternalStore(subscribe, () => keptChoice()?.choice, nothing);

/** Whether the visitor is to be asked now: without a choice, or to change it. Never on the server and while hydrating. */
export const useIsAsked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !isRefusedBySignal() && (isReopened || keptChoice() === undefined),
    () => false,
  );

const nothing = () => undefined;

function readKept(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return unstored;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
