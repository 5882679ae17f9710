import { type FieldValues, isEmpty, readFields, restoreFields } from './form-fields.ts';

/** The drafts of this page, by the names of their forms. */
const drafts = new Map<string, FieldValues>();

/** Stores the values of a form, by its name: all for this page, texts also for this tab, where they survive an accidental reload. */
export function saveDraft(name: string, values: FieldValues): void {
  drafts.set(name, values);
  const texts = [...values].filter(([, value]) => typeof value === 'string');
  inStorage((storage) => storage.setItem(keyOf(name), JSON.stringify(texts)));
}

/** Fills in the fields that are empty from the draft of a form; others were filled in before this script ran, and belong to the draft now. */
export function restoreDraft(name: string, form: HTMLFormElement): void {
  const draft = drafts.get(name) ?? inStorage((storage) => new Map(JSON.parse(storage.getItem(keyOf(name)) ?? '[]')));
  const entered = [...readFields(form)].filter(([, value]) => value.length > 0);
  restoreFields(form, new Map([...(draft ?? []), ...entered]));
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
