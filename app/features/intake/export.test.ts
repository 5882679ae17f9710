import { describe, expect, test } from 'vitest';
import { exportRecord, toCsv } from './export.ts';
import type { Submission } from './submission.ts';

const submission: Submission = {
  id: '20260301-0123456789',
  kind: 'application',
  status: 'received',
  receivedAt: '2026-03-01T09:00:00.000Z',
  fields: { name: 'Ada', phone: '+1 212 555 0100', message: 'One\r\n"two", three' },
  resume: { file: 'abc.pdf', name: 'cv.pdf', bytes: 7, sha256: 'ff' },
};

test('a record leaves with every field as it was accepted', () => {
  expect(exportRecord(submission)).toEqual({
    id: '20260301-0123456789',
    kind: 'application',
    status: 'received',
    received_at: '2026-03-01T09:00:00.000Z',
    name: 'Ada',
    phone: '+1 212 555 0100',
    message: 'One\r\n"two", three',
    resume: 'cv.pdf',
    resume_bytes: 7,
    resume_sha256: 'ff',
    resume_file: 'abc.pdf',
  });
});

test('no field of a form passes for a part of the record', () => {
  expect(exportRecord({ ...submission, fields: { id: 'x', status: 'spam', name: 'Ada' } })).toMatchObject({
    id: submission.id,
    status: 'received',
  });
});

describe('CSV', () => {
  test('has one column for each field of any record, and a heading', () => {
    const csv = toCsv([
      exportRecord(submission),
      exportRecord({ ...submission, fields: { comment: 'Hi' }, resume: undefined }),
    ]);
    expect(csv).toBe(
      'id,kind,status,received_at,name,phone,message,resume,resume_bytes,resume_sha256,resume_file,comment\r\n' +
        '20260301-0123456789,application,received,2026-03-01T09:00:00.000Z,Ada,\'+1 212 555 0100,"One\r\n""two"", three",cv.pdf,7,ff,abc.pdf,\r\n' +
        '20260301-0123456789,application,received,2026-03-01T09:00:00.000Z,,,,,,,,Hi\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('neutralises %j', (text) => {
    const [, line = ''] = toCsv([{ id: text }]).split(/(?<=received_at\r\n)/u);
    expect(line.replace(/^"/u, '')).toMatch(/^'/u);
  });

  test('without records is its heading', () => {
    expect(toCsv([])).toBe('id,kind,status,received_at\r\n');
  });
});
