import { type FieldValues, isEmpty, restoreFields } from './form-fields.ts';

/** Stores the texts of a form, by its name, for this tab: they survive an accidental reload. Selected files are not stored. */
export function saveDraft(name: string, values: FieldValues): void {
  const texts = [...values].filter(([, value]) => typeof value === 'string');
  inStorage((storage) => storage.setItem(keyOf(name), JSON.stringify(texts)));
}

/** Fills in the draft of a form, unless the visitor has begun to fill it in again. */
export function restoreDraft(name: string, form: HTMLFormElement): void {
  inStorage((storage) => {
    const texts = storage.getItem(keyOf(name));
    if (texts && isEmpty(form)) restoreFields(form, new Map(JSON.parse(texts)));
  });
}

const keyOf = (name: string) => `draft:${name}`;

/** Does nothing where the tab's storage is blocked, full or damaged: the form works without drafts. */
function inStorage(task: (storage: Storage) => void): void {
  try {
    task(sessionStorage);
  } catch {
    // A draft that cannot be stored or read must not end the script that sends the form.
  }
}
