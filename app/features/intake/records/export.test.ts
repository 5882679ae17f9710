import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { exportRecord, toCsv, toJson } from './export.ts';
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

/** As the store gives them: a part at a time. */
const pagesOf = (...pages: Record<string, unknown>[][]) =>
  async function* () {
    yield* pages;
  };

async function written(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

/** What a visitor may type, and a spreadsheet or a parser may stumble over. */
const texts = [
  'plain',
  '',
  ' ',
  '"',
  '""',
  '","',
  'a,b;c\td',
  'one\r\ntwo\nthree\rfour',
  '=1+1',
  '=HYPERLINK("https://evil.example")',
  '+1 212 555 0100',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  "'",
  "''",
  'Zoë 木 \u{1f309} \u0627',
  '\u{feff}',
  '\u0000',
];

describe('JSON', () => {
  test('is one array, whatever the parts', async () => {
    const records = texts.map((text, id) => ({ id, text }));
    expect(JSON.parse(await written(toJson(pagesOf(records.slice(0, 5), [], records.slice(5)))))).toEqual(records);
    expect(await written(toJson(pagesOf([{ id: 1 }], [{ id: 2 }])))).toBe(
      `${JSON.stringify([{ id: 1 }, { id: 2 }], null, 2)}\n`,
    );
    expect(await written(toJson(pagesOf()))).toBe('[]\n');
  });
});

describe('CSV', () => {
  test('has one column for each field of any record, and a heading', async () => {
    const csv = await written(
      toCsv(
        pagesOf(
          [exportRecord(submission)],
          [exportRecord({ ...submission, fields: { comment: 'Hi' }, resume: undefined })],
        ),
      ),
    );
    expect(csv).toBe(
      'id,kind,status,received_at,name,phone,message,resume,resume_bytes,resume_sha256,resume_file,comment\r\n' +
        '20260301-0123456789,application,received,2026-03-01T09:00:00.000Z,Ada,\'+1 212 555 0100,"One\r\n""two"", three",cv.pdf,7,ff,abc.pdf,\r\n' +
        '20260301-0123456789,application,received,2026-03-01T09:00:00.000Z,,,,,,,,Hi\r\n',
    );
  });

  test('is read by a parser as it was written, save for the apostrophe before a formula', async () => {
    const records = texts.map((text, number) => ({ id: String(number), kind: text, status: '', received_at: text }));
    const csv = await written(toCsv(pagesOf(records)));
    const read = parse(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
    const typed = (cell = '') => cell.replace(/^'(?=[=+\-@\t\r\n])/u, '');
    expect(
      read.map(({ kind, received_at, ...rest }) => ({ ...rest, kind: typed(kind), received_at: typed(received_at) })),
    ).toEqual(records);
  });

  test('leaves no cell that a spreadsheet would compute, in any column', async () => {
    const csv = await written(
      toCsv(pagesOf([Object.fromEntries(texts.map((text, number) => [`field${number}`, text]))])),
    );
    const [heading = [], cells = []] = parse(csv, { record_delimiter: '\r\n' }) as string[][];
    expect(heading).toHaveLength(texts.length + 4);
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/u.test(cell))).toEqual([]);
  });

  test('without records is its heading', async () => {
    expect(await written(toCsv(pagesOf()))).toBe('id,kind,status,received_at\r\n');
  });
});
