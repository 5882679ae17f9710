import { openPosition } from './small-site.ts';

// Submissions of visitors in the tests of the process.

export type Fields = Readonly<Record<string, string>>;

export const enquiry: Fields = {
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  comment: 'Hello there',
};

export const application: Fields = {
  jobid: openPosition.job_id,
  jobrole: 'Bridge engineer',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  message: 'I would like to apply.',
};

/**
 * A form as a browser sends it.
 * @param filling content of the résumé after the first line of a PDF; without it there is no résumé
 */
export function formOf(fields: Fields, filling?: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (filling) form.append('resume', new Blob(['%PDF-1.7\n', filling]), 'cv.pdf');
  return form;
}
