import { expect, test } from 'vitest';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { application, enquiry, testLetterhead } from '../submissions.fixture.ts';
import { composeNotification } from './notification.ts';

const subjectOf = (kind: SubmissionKind, fields: Readonly<Record<string, string>>) =>
  composeNotification(
    {
      id: 'mail',
      kind: 'notification',
      recipient: 'hello@example.com',
      lease: 'lease',
      attempts: 0,
      isOverdue: false,
      giveUpAt: '2026-03-06T09:00:00.000Z',
      submission: {
        id: '20260301-7k3f9q2xwd',
        kind,
        status: 'received',
        receivedAt: '2026-03-01T09:00:00.000Z',
        fields,
        resume: undefined,
      },
    },
    testLetterhead,
    undefined,
  ).subject;

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
  expect(subjectOf(kind, fields)).toBe(subject);
});
