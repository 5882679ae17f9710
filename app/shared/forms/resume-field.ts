import { limits } from '../submission-rules.ts';
import type { FileField, SelectedFile } from './form.ts';

/** Messages of the résumé's field (Specification 5), which only pages with an application form load. */
export const resumeMessages = {
  required: 'Please select resume',
  size: 'File should be less than 6 MB',
  type: 'Please Select Only doc, docx and pdf file',
  unreadable: 'This file has changed since you selected it. Please select it again.',
} as const;

/** Checks the selected file by name and size; the server inspects its content. */
export const resumeField = (label: string): FileField => ({
  control: 'file',
  label,
  isRequired: true,
  extensions: limits.resumeExtensions,
  hint: 'doc, docx or pdf, at most 6 MB',
  check(value) {
    const file = value as SelectedFile | undefined;
    if (!file?.name) return { message: resumeMessages.required };
    if (file.size > limits.resumeBytes) return { message: resumeMessages.size };
    return resumeTypeOf(file.name) ? { value: file } : { message: resumeMessages.type };
  },
});

/** Returns the type that the name of a résumé claims; undefined for any other file. */
export const resumeTypeOf = (name: string) =>
  limits.resumeExtensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
