import { type FieldValues, isEmpty, restoreFields, textsOf } from './form-fields.ts';

/**
 * A draft that survives an accidental reload: its texts are stored for this tab until the form is sent. Selected files are not.
 * Without access to storage, or when it is full, there is no draft.
 * @param name identifies the form among others of the site
 */
export function draftOf(name: string) {
  const key = `draft:${name}`;
  return {
    /** Fills in the draft, unless the visitor has begun anew. */
    restore(form: HTMLFormElement): void {
      withStorage((storage) => {
        const text = storage.getItem(key);
        if (text && isEmpty(form)) restoreFields(form, new Map(JSON.parse(text) as [string, string][]));
      });
    },
    /** Without texts there is no draft. */
    save(values: FieldValues): void {
      const texts = textsOf(values);
      withStorage((storage) => {
        if (texts.length > 0) storage.setItem(key, JSON.stringify(texts));
        else storage.removeItem(key);
      });
    },
  };
}

/** Ignores failures: storage may be blocked, full, or written by another version of the site. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {
    // The form works without a draft.
  }
}
