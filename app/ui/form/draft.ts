import { type FieldValues, isEmpty, readFields, restoreFields } from './form-fields.ts';

/** The drafts of this page, by the names of their forms. */
const drafts = new Map<string, FieldValues>();

/** Stores the values of a form, by its name: all for this page, texts also for this tab, where they survive an accidental reload. */
export function saveDraft(name: string, values: FieldValues): void {
  drafts.set(name, values);
  const texts = [...values].filter(([, value]) => typeof value === 'string');
  inStorage((storage) => storage.setItem(keyOf(name), JSON.stringify(texts)));
}

const storedDraft = (name: string): FieldValues =>
  inStorage((storage) => new Map<string, string>(JSON.parse(storage.getItem(keyOf(name)) ?? '[]'))) ?? new Map();

/** Fills in the form of a page that the visitor comes back to: another page may have changed the draft, or emptied it by sending it. */
export function refreshDraft(name: string, form: HTMLFormElement): void {
  restoreFields(form, storedDraft(name));
  saveDraft(name, readFields(form));
}

/**
 * Fills in the fields that are empty from the draft of a form; others were filled in before this script ran, and belong to the draft now.
 * After Back, the browser has filled them in as they were, except one with the focus, and another page may have changed the draft since.
 */
export function restoreDraft(name: string, form: HTMLFormElement): void {
  const present = readFields(form);
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const focused = (document.activeElement as HTMLInputElement | null)?.name;
  const takesDraft = ([field]: readonly [string, unknown]) =>
    !present.get(field)?.length || (visit?.type === 'back_forward' && field !== focused);
  restoreFields(form, new Map([...(drafts.get(name) ?? storedDraft(name))].filter(takesDraft)));
  if (!isEmpty(form)) saveDraft(name, readFields(form));
}

const keyOf = (name: string) => `draft:${name}`;

/** Returns undefined where the tab's storage is blocked, full or damaged: drafts then last as long as the page. */
function inStorage<Result>(task: (storage: Storage) => Result): Result | undefined {
  try {
    return task(sessionStorage);
  } catch {
    // A draft that cannot be stored or read must not end the script that sends the form.
  }
}
