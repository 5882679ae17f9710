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

test('exports every field of a record as accepted', () => {
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

test('form fields cannot override fields of the record', () => {
  const fields: Record<string, string> = { id: 'x', status: 'spam', name: 'Ada' };
  expect(exportRecord({ ...submission, fields })).toMatchObject({
    id: submission.id,
    status: 'received',
  });
});

/** Yields records a page at a time, like the store. */
const pagesOf = (...pages: Record<string, unknown>[][]) =>
  async function* () {
    yield* pages;
  };

async function written(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

/** Input that a spreadsheet or a parser may stumble over. */
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
  '\u0000=1+1',
  '\u001b[2J\u009b31m\u007f\u0085',
  ' \u200b=1+1',
  '"=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  'x;=1+1',
  'x;=1+1;y',
  'x";"=1+1;"y',
  'x; ＝1+1',
  'x\n@SUM(A1)',
  'x\t+1',
  "'",
  "''",
  'Zoë 木 \u{1f309} \u0627',
  '\u{feff}',
  '\u0000',
];

describe('JSON', () => {
  test('is one array, independent of pages', async () => {
    const records = texts.map((text, id) => ({ id, text }));
    expect(JSON.parse(await written(toJson(pagesOf(records.slice(0, 5), [], records.slice(5)))))).toEqual(records);
    expect(await written(toJson(pagesOf([{ id: 1 }], [{ id: 2 }])))).toBe(
      `${JSON.stringify([{ id: 1 }, { id: 2 }], null, 2)}\n`,
    );
    expect(await written(toJson(pagesOf()))).toBe('[]\n');
  });

  test('has no control characters for terminals', async () => {
    const json = await written(toJson(pagesOf(texts.map((text) => ({ text: `${text}\u202e` })))));
    expect(json.match(/(?!\n)\p{Cc}|[\u202a-\u202e]/gu)).toBeNull();
  });
});

describe('CSV', () => {
  test('has one column for each field of any record, and a header row', async () => {
    const csv = await written(
      toCsv(
        pagesOf(
          [exportRecord(submission)],
          [exportRecord({ ...submission, fields: { comment: 'Hi' }, resume: undefined })],
        ),
      ),
    );
    expect(csv).toBe(
      '"id","kind","status","received_at","name","phone","message","resume","resume_bytes","resume_sha256","resume_file","comment"\r\n' +
        '"20260301-0123456789","application","received","2026-03-01T09:00:00.000Z","Ada","\'+1 212 555 0100","One\r\n""two"", three","cv.pdf","7","ff","abc.pdf",""\r\n' +
        '"20260301-0123456789","application","received","2026-03-01T09:00:00.000Z","","","","","","","","Hi"\r\n',
    );
  });

  const cellsOf = async () => {
    const records = texts.map((text, number) => ({ id: String(number), kind: text, status: '', received_at: text }));
    return written(toCsv(pagesOf(records)));
  };

  test('is parsed as written, except for apostrophes before formulas and escaped control characters', async () => {
    const harmless = texts.filter((text) => !/[=+\-@＝＋－＠]|(?!\r\n|[\t\n])\p{Cc}/u.test(text));
    expect(harmless.length).toBeGreaterThan(8);
    const records = harmless.map((text, number) => ({ id: String(number), kind: text, status: '', received_at: text }));
    const read = parse(await written(toCsv(pagesOf(records))), { columns: true, record_delimiter: '\r\n' });
    expect(read).toEqual(records);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['x;=1+1', "x;'=1+1"],
    ['+1 212 555 0100', "'+1 212 555 0100"],
    ['＝1+1', "'＝1+1"],
    ['02079460958', "'02079460958"],
    ['0', '0'],
    ['12125550100', '12125550100'],
    ['861380013800', "'861380013800"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '\\u000d=1'],
    ['\u0000=1+1', '\\u0000=1+1'],
    ['\u001b[2J\u009b', '\\u001b[2J\\u009b'],
    // Ordinary text keeps its characters.
    ['a - b; c = d, ada@example.org\r\nx', 'a - b; c = d, ada@example.org\r\nx'],
  ])('%j is written as %j', async (text, cell) => {
    const csv = await written(toCsv(pagesOf([{ id: text }])));
    const [, cells = []] = parse(csv, { record_delimiter: '\r\n' }) as string[][];
    expect(cells[0]).toBe(cell);
  });

  test.each([',', ';', '\t'])(
    'leaves no cell that a spreadsheet set to %j as separator would compute',
    async (delimiter) => {
      // Reads like a spreadsheet: removes quotes, and adds text after a closing quote to the cell.
      const rows = readLeniently(await cellsOf(), delimiter);
      expect(rows.length).toBeGreaterThan(texts.length);
      const computed = rows.flat().filter((cell) => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell));
      expect(computed).toEqual([]);
    },
  );

  test('quotes every cell and has no control characters but tabs and line breaks', async () => {
    const csv = await cellsOf();
    expect(csv.replace(/"(?:[^"]|"")*"/gu, '').replace(/,|\r\n/gu, '')).toBe('');
    expect(csv.match(/(?!\r\n|[\t\n])\p{Cc}/gu)).toBeNull();
  });

  test('without records has only its header row', async () => {
    expect(await written(toCsv(pagesOf()))).toBe('"id","kind","status","received_at"\r\n');
  });
});

/** Splits cells like Excel and LibreOffice, which are more lenient than RFC 4180. */
function readLeniently(csv: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let fresh = true;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv[at] ?? '';
    if (quoted && sign === '"' && csv[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"' && (quoted || fresh)) {
      quoted = !quoted;
      fresh = false;
    } else if (!quoted && (sign === delimiter || sign === '\n')) {
      row.push(cell);
      cell = '';
      fresh = true;
      if (sign !== '\n') continue;
      rows.push(row);
      row = [];
    } else {
      cell += sign;
      fresh = false;
    }
  }
  return rows;
}
