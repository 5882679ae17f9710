import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doc, docx, pdfFixture, relationshipsXml, wordEntries } from './document.fixture.ts';
import { inspectResume } from './inspect-resume.ts';

// Files crafted to break the inspection. A failure names its seed: fc.assert(…, { seed, path }).

const genuine: readonly (readonly [name: string, content: Buffer])[] = [
  ...['script', 'script-object-streams', 'open-rc4-40', 'open-aes-128-script-object-streams', 'open-aes-256'].map(
    (name) => ['cv.pdf', pdfFixture(name)] as const,
  ),
  ['cv.docx', docx()],
  [
    'cv.docx',
    docx({ entries: [{ name: 'word/_rels/a.rels', content: relationshipsXml([['attachedTemplate', '//a/b']]) }] }),
  ],
  ['cv.doc', doc(wordEntries, { template: 'https://example.com/a.dot' })],
];

/** Byte sequences that parsers stumble over. */
const pieces = [
  'obj',
  '<<',
  '[',
  '(',
  '/#',
  '\0',
  'R',
  '\xff\xff\xff\xff',
  '\xfe\xff\xff\xff',
  'PK\x01\x02',
  '%PDF-1.7',
  '-1 0 R',
];

const change = fc.record({
  at: fc.nat(),
  piece: fc.oneof(
    fc.nat(255).map((code) => String.fromCharCode(code)),
    fc.constantFrom(...pieces),
  ),
});

test('accepts or refuses files with any damage, without an error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(genuine.length - 1),
      fc.array(change, { maxLength: 12 }),
      fc.option(fc.nat()),
      async (index, changes, cut) => {
        const [name, content] = genuine[index] ?? ['cv.pdf', Buffer.alloc(0)];
        const damaged = Buffer.from(content);
        for (const { at, piece } of changes) damaged.write(piece, at % damaged.length, 'latin1');
        const file = cut === null ? damaged : damaged.subarray(0, cut % damaged.length);
        const inspection = await inspectResume(name, file);
        expect(inspection === undefined || inspection.type === name.slice(3)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test.each(['1 0 obj(', '1 0 obj[(', '1 0 obj<</First 1/N 1>>stream\n'])(
  'parts that overlap, "%s", are read until the work is more than any file needs',
  async (unit) => {
    const file = (count: number, end = '') => Buffer.from(`%PDF-1.7\n${unit.repeat(count)}${end}`, 'latin1');
    const [few, many] = [
      await inspectResume('cv.pdf', file(3, '\n3 endstream')),
      await inspectResume('cv.pdf', file(40_000)),
    ];
    expect(few?.type).toBe('pdf');
    expect(many?.cautions).toContain('uninspected');
  },
);

test.each([
  [500, []],
  [501, ['uninspected']],
])('%i arrays within each other', async (depth, cautions) => {
  const file = Buffer.from(`%PDF-1.7\n1 0 obj ${'['.repeat(depth)}${']'.repeat(depth)} endobj\n`);
  expect(await inspectResume('cv.pdf', file)).toEqual({ type: 'pdf', cautions });
});
