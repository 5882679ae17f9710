import { expect, test } from 'vitest';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import type { StoredResume } from '../records/submission.ts';
import { application, enquiry, testLetterhead } from '../submissions.fixture.ts';
import { composeNotification } from './notification.ts';

const compose = (kind: SubmissionKind, fields: Readonly<Record<string, string>>, resume?: StoredResume) =>
  composeNotification(
    {
      id: 'mail',
      kind: 'notification',
      recipient: 'hello@example.com',
      lease: 'lease',
      attempts: 0,
      lastError: null,
      isOverdue: false,
      giveUpAt: '2026-03-06T09:00:00.000Z',
      submission: {
        id: '20260301-7k3f9q2xwd',
        kind,
        status: 'received',
        receivedAt: '2026-03-01T09:00:00.000Z',
        fields,
        resume,
      },
    },
    testLetterhead,
    resume && '/data/resumes/file.pdf',
  );

test.each([
  ['enquiry', enquiry, 'Inquiry: Ada Lovelace'],
  ['enquiry', { ...enquiry, company: 'Engines' }, 'Inquiry: Ada Lovelace, Engines'],
  ['application', application, 'Application: Bridge engineer, Ada Lovelace'],
  ['application', { ...application, jobrole: ' ' }, 'Application: Ada Lovelace'],
  ['application', { ...application, jobrole: 'x'.repeat(60) }, `Application: ${'x'.repeat(60)}, Ada Lovelace`],
  ['application', { ...application, jobrole: 'x'.repeat(61) }, `Application: ${'x'.repeat(59)}…, Ada Lovelace`],
  [
    'application',
    { ...application, jobrole: 'Lead\r\nBcc: x@example.com \u202eeve\0=?utf-8?q?x?=' },
    'Application: Lead Bcc: x@example.com eve = ?utf-8?q?x?=, Ada Lovelace',
  ],
] as const)('the subject of an %s names the sender and the purpose: %j', (kind, fields, subject) => {
  expect(compose(kind, fields).subject).toBe(subject);
});

test.each<[Pick<StoredResume, 'scan' | 'cautions'>, string]>([
  [{ cautions: ['pdf-javascript'] }, 'resume 20260301-7k3f9q2xwd)'],
  [{ scan: 'infected' }, 'resume 20260301-7k3f9q2xwd --force)'],
])('the mail names the command that gives a resume which it does not attach: %j', (verdict, command) => {
  const resume = { file: 'file.pdf', name: 'cv.pdf', bytes: 9, sha256: 'a'.repeat(64) };
  const { text, attachments } = compose('application', application, { ...resume, ...verdict });
  expect(text.replace(/\s+/gu, ' ')).toContain(`It is on the server: npm run inbox -- ${command}`);
  expect(attachments).toEqual([]);
});
