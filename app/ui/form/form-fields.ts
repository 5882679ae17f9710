/** Values of a form's fields: text, or chosen files. */
export type FieldValues = ReadonlyMap<string, string | FileList>;

/** Fields that a visitor fills in. */
function* fieldsOf(form: HTMLFormElement): Generator<HTMLInputElement | HTMLTextAreaElement> {
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'hidden'))
      yield field;
  }
}

const isFile = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement => field.type === 'file';

export function readFields(form: HTMLFormElement): FieldValues {
  return new Map(
    [...fieldsOf(form)].map((field) => [field.name, isFile(field) ? copyFiles(field.files) : field.value]),
  );
}

/** A list of its own: that of the field is emptied with it. */
function copyFiles(files: FileList | null): FileList {
  const transfer = new DataTransfer();
  for (const file of files ?? []) transfer.items.add(file);
  return transfer.files;
}

/** Restores the fields that `values` has. */
export function restoreFields(form: HTMLFormElement, values: FieldValues): void {
  for (const field of fieldsOf(form)) {
    const value = values.get(field.name);
    if (value instanceof FileList) {
      if (isFile(field)) field.files = value;
    } else if (value !== undefined && !isFile(field)) field.value = value;
  }
}

/** Empties the fields. `reset()` alone would bring back what a form came back from the server with. */
export function clearFields(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) field.value = '';
}

/** True while nothing has been filled in. */
export function isEmpty(form: HTMLFormElement): boolean {
  return [...fieldsOf(form)].every((field) => field.value === '');
}

/** The text fields alone: all that outlives the page. */
export function textFields(form: HTMLFormElement): [name: string, value: string][] {
  return [...fieldsOf(form)]
    .filter((field) => !isFile(field) && field.value !== '')
    .map(({ name, value }) => [name, value]);
}
