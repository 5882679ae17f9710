/** Values of a form's fields: text, or selected files. */
export type FieldValues = ReadonlyMap<string, string | FileList>;

/** Returns the fields that a visitor fills in. */
const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type="hidden"]),textarea'),
];

const readField = (field: HTMLInputElement | HTMLTextAreaElement) =>
  'files' in field && field.files ? copyFiles(field.files) : field.value;

/** Returns the present values of the fields that a visitor fills in. */
export function readFields(form: HTMLFormElement): FieldValues {
  return new Map(fieldsOf(form).map((field) => [field.name, readField(field)]));
}

/** Returns values that the form had, with its present ones added. The present value wins; two long texts are joined. */
export function addToFields(earlier: FieldValues, form: HTMLFormElement): FieldValues {
  const joined = new Map(earlier);
  for (const field of fieldsOf(form)) {
    const value = readField(field);
    const before = earlier.get(field.name);
    if (value.length === 0) continue;
    joined.set(field.name, before && field.type === 'textarea' ? `${before}\n\n${value}` : value);
  }
  return joined;
}

/** Copies a file list, because clearing the field empties its own list. */
function copyFiles(files: FileList): FileList {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer.files;
}

/** Restores the fields that `values` has. */
export function restoreFields(form: HTMLFormElement, values: FieldValues): void {
  for (const field of fieldsOf(form)) {
    const value = values.get(field.name);
    if (value instanceof FileList) (field as HTMLInputElement).files = value;
    else if (value !== undefined) field.value = value;
  }
}

/** Clears the fields. `reset()` would restore the values of a form that the server has returned. */
export function clearFields(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) field.value = '';
}

/** Whether nothing has been filled in. */
export function isEmpty(form: HTMLFormElement): boolean {
  return fieldsOf(form).every((field) => field.value === '');
}
