import { type FieldValues, isEmpty, restoreFields, textsOf } from './form-fields.ts';

/**
 * A draft that survives an accidental reload: its texts are stored for this tab until the form is sent. Selected files are not.
 * @param name identifies the form among others of the site
 */
export function draftOf(name: string) {
  const key = `draft:${name}`;
  return {
    /** Fills in the draft, unless the visitor has begun anew. */
    restore(form: HTMLFormElement): void {
      const text = storage()?.getItem(key);
      if (!text || !isEmpty(form)) return;
      restoreFields(form, new Map(JSON.parse(text) as [string, string][]));
    },
    /** Without texts there is no draft. */
    save(values: FieldValues): void {
      const texts = textsOf(values);
      if (texts.length > 0) storage()?.setItem(key, JSON.stringify(texts));
      else storage()?.removeItem(key);
    },
  };
}

function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined; // Storage is blocked; the form works without drafts.
  }
}
