import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { databaseName, openDocumentDatabase } from './document-database.ts';
import type { ReadRequest } from './document-reading.ts';
import type { MatchGroup, Prepare } from './document-store.ts';

/** A file consists of a heading line, a summary line and text; one that contains "wrong" has a problem. */
const prepareLines: Prepare = (file, text) => {
  if (text.startsWith('wrong')) return { problems: [{ file, message: 'is wrong' }] };
  const [heading = '', summary = '', ...rest] = text.split('\n');
  return { document: { data: JSON.stringify({ heading }), body: text, heading, summary, text: rest.join('\n') } };
};

async function createFolder() {
  const folder = temporaryDirectory();
  const directory = join(folder, 'content');
  await mkdir(directory);
  const prepare = vi.fn(prepareLines);
  const open = (file = join(folder, databaseName)) => {
    const database = openDocumentDatabase(file);
    onTestFinished(() => {
      try {
        database.close();
      } catch {
        // Closed by the test itself.
      }
    });
    return database;
  };
  return {
    folder,
    directory,
    prepare,
    open,
    /** Writes a file whose last change was a minute ago. */
    async write(name: string, text: string) {
      await writeFile(join(directory, name), text);
      const before = new Date(Date.now() - 60_000);
      await utimes(join(directory, name), before, before);
    },
    read: (
      database: ReturnType<typeof openDocumentDatabase>,
      files: readonly string[],
      options: Partial<ReadRequest> = {},
    ) =>
      database.read({ directory, files, revision: 'r1', tokens: {}, today: 20_000, ...options }, async (texts) =>
        texts.map(({ file, text }) => prepare(file, text, options.tokens ?? {})),
      ),
  };
}

const idsOf = (groups: readonly MatchGroup[]) => [...new Set(groups.flatMap(({ ids }) => [...ids]))];

describe('Reading', () => {
  test('returns the document of each file, with body and data', async () => {
    const { write, read, open } = await createFolder();
    await write('a.md', 'Alpha\nfirst\nthe text');
    await write('b.md', 'Beta\nsecond\nanother');
    const database = open();
    const { ids, problems } = await read(database, ['b.md', 'a.md']);
    expect(problems).toEqual([]);
    expect(new Set(ids).size).toBe(2);
    const [b, a] = database.documents([...ids]);
    expect([b?.data, a?.data].map((data) => JSON.parse(data ?? '').heading)).toEqual(['Beta', 'Alpha']);
    expect(database.body(a?.id ?? 0)).toBe('Alpha\nfirst\nthe text');
    expect(database.body(999)).toBeUndefined();
  });

  test('a text is prepared once: not again in the next reading, after a restart or under another name', async () => {
    const { write, read, open, prepare } = await createFolder();
    await write('a.md', 'Alpha');
    const first = open();
    const { ids } = await read(first, ['a.md']);
    await read(first, ['a.md']);
    first.close();
    const second = open();
    expect((await read(second, ['a.md'])).ids).toEqual(ids);
    await write('c.md', 'Alpha');
    expect((await read(second, ['c.md'])).ids).toEqual(ids);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  test('a changed text of a file is a new document, and the old one remains for its readers', async () => {
    const { write, read, open } = await createFolder();
    const database = open();
    await write('a.md', 'Alpha\n\nold words');
    const before = (await read(database, ['a.md'])).ids[0] ?? 0;
    await write('a.md', 'Alpha\n\nnew words');
    const after = (await read(database, ['a.md'])).ids[0] ?? 0;
    expect(after).not.toBe(before);
    expect([database.body(before), database.body(after)]).toEqual(['Alpha\n\nold words', 'Alpha\n\nnew words']);
    expect(idsOf(database.search([['words']]))).toEqual([before, after]);
  });

  test('a change that preserves size and time is noticed', async () => {
    const { directory, read, open } = await createFolder();
    const database = open();
    const file = join(directory, 'a.md');
    await writeFile(file, 'Alpha');
    const { mtime } = await stat(file);
    const before = await read(database, ['a.md']);
    await writeFile(file, 'Omega');
    await utimes(file, mtime, mtime);
    expect((await read(database, ['a.md'])).ids).not.toEqual(before.ids);
  });

  test('a file with a problem has no document, and is checked again each time', async () => {
    const { write, read, open } = await createFolder();
    const database = open();
    await write('a.md', 'wrong');
    await write('b.md', 'Beta');
    for (let turn = 0; turn < 2; turn += 1) {
      const { ids, problems } = await read(database, ['a.md', 'b.md', 'c.md']);
      expect([ids[0], ids[1] !== 0, ids[2]]).toEqual([0, true, 0]);
      expect(problems).toEqual([
        { file: 'c.md', message: 'is missing' },
        { file: 'a.md', message: 'is wrong' },
      ]);
    }
  });

  test('documents of another revision of the program are not used', async () => {
    const { write, read, open, prepare } = await createFolder();
    const database = open();
    await write('a.md', 'Alpha');
    await read(database, ['a.md']);
    await read(database, ['a.md'], { revision: 'r2' });
    expect(prepare).toHaveBeenCalledTimes(2);
  });

  test('after a change of facts, only texts that may refer to one are prepared again', async () => {
    const { write, read, open, prepare } = await createFolder();
    const database = open();
    await write('a.md', 'Alpha');
    await write('b.md', 'Beta of {company}');
    const before = await read(database, ['a.md', 'b.md'], { tokens: { company: 'Acme' } });
    const after = await read(database, ['a.md', 'b.md'], { tokens: { company: 'Nadir' } });
    expect([after.ids[0], after.ids[1] === before.ids[1]]).toEqual([before.ids[0], false]);
    expect(prepare.mock.calls.map(([file]) => file)).toEqual(['a.md', 'b.md', 'b.md']);
    expect(await read(database, ['a.md', 'b.md'], { tokens: { company: 'Acme' } })).toEqual(before);
    expect(prepare).toHaveBeenCalledTimes(3);
  });

  test('after a change of the origin of the site, texts that name the old or the new one are prepared again', async () => {
    const { write, read, open, prepare } = await createFolder();
    const database = open();
    const files = ['a.md', 'b.md', 'c.md'];
    await write('a.md', 'Alpha at https://other.example/');
    await write('b.md', 'Beta at https://www.acme.example/');
    await write('c.md', 'Gamma at https://STAGING.acme.example/');
    await read(database, files, { tokens: { site_url: 'https://www.acme.example' } });
    await read(database, files, { tokens: { site_url: 'https://staging.acme.example' } });
    expect(prepare.mock.calls.map(([file]) => file)).toEqual([...files, 'b.md', 'c.md']);
  });

  test('many files, in several transactions', async () => {
    const { write, read, open } = await createFolder();
    const database = open();
    const files = Array.from({ length: 450 }, (_, index) => `${index}.md`);
    await Promise.all(files.map((file) => write(file, `Number ${file}`)));
    const { ids } = await read(database, files);
    expect(database.documents([...ids]).map(({ data }) => JSON.parse(data).heading)).toEqual(
      files.map((file) => `Number ${file}`),
    );
  });
});

describe('Search', () => {
  async function databaseOf(texts: readonly string[]) {
    const { write, read, open } = await createFolder();
    const files = texts.map((_, index) => `${index}.md`);
    await Promise.all(texts.map((text, index) => write(`${index}.md`, text)));
    const database = open(':memory:');
    const { ids } = await read(database, files);
    return (...words: string[]) => {
      const groups = database.search(words.map((word) => [word]));
      const ranked = groups.flatMap(({ ids: found, scores }) =>
        [...found].map((id, index) => ({ id, score: scores?.[index] ?? 0 })),
      );
      if (groups.length === 1) ranked.sort((a, b) => a.score - b.score);
      return [...new Set(ranked.map(({ id }) => ids.indexOf(id)))];
    };
  }

  test('finds words by their beginning in any column, all of them in one document', async () => {
    const search = await databaseOf(['Bridges\nof steel\nand stone', 'Cables\nof steel', 'Stone\narches']);
    expect(search('ste').sort()).toEqual([0, 1]);
    expect(search('ste', 'sto')).toEqual([0]);
    expect(search('teel')).toEqual([]);
    expect(search()).toEqual([]);
  });

  test('a word counts most in the heading, then in the summary', async () => {
    const search = await databaseOf(['one\ntwo\nspan', 'one\nspan\nthree', 'span\ntwo\nthree', 'four\nfive\nsix']);
    expect(search('span')).toEqual([2, 1, 0]);
  });

  test('accents and case of the searched texts are folded', async () => {
    const search = await databaseOf(['RÉSUMÉ\nDéjà vu\nÀ la carte', 'e\u0301lan\n\nﬁne']);
    expect([search('resume'), search('deja'), search('elan'), search('fine')]).toEqual([[0], [0], [1], [1]]);
  });

  test('finds other forms of a word after its own, and misspellings only if forgiving', async () => {
    const { write, read, open } = await createFolder();
    await write('a.md', 'Bank');
    await write('b.md', 'Banking');
    const database = open();
    const [a, b] = (await read(database, ['a.md', 'b.md'])).ids;
    expect(database.search([['banking']]).map(({ ids }) => [...ids])).toEqual([[b], [a]]);
    expect(idsOf(database.search([['bnaking']]))).toEqual([]);
    expect(idsOf(database.search([['bnaking']], true)).toSorted()).toEqual([a, b]);
    expect(idsOf(database.search([['ban'], ['king']]))).toEqual([]);
    const inTwo = [
      ['ban', 'banking'],
      ['king', 'banking'],
    ] as const;
    expect(idsOf(database.search(inTwo)).toSorted()).toEqual([a, b]);
  });

  test('a stem of two letters makes no forms but those of a plural', async () => {
    const search = await databaseOf(['In\n\nUs', 'Pc']);
    expect([search('ines'), search('used'), search('pcs')]).toEqual([[], [], [1]]);
  });

  test('only a bounded number of very many words is compared', async () => {
    const { write, read, open } = await createFolder();
    const letters = (number: number) =>
      number.toString(26).replace(/\d/gu, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    await write(
      'many.md',
      `Many\n\n${Array.from({ length: 60_000 }, (_, index) => `aa${letters(index)}aa`).join(' ')}`,
    );
    await write('one.md', 'One\n\nbridges');
    const database = open();
    const [, one] = (await read(database, ['many.md', 'one.md'])).ids;
    expect(idsOf(database.search([['brigdes']], true))).toEqual([one]);
    expect(database.nearest('brigdse')).toEqual(['bridges']);
    expect(database.nearest('aazzzzzzaa').length).toBeLessThanOrEqual(5);
  });

  test('finds hyphenated words in their parts and as one, also below a million letters', async () => {
    const search = await databaseOf([
      `One\nCo-operate\n${'a'.repeat(500_000)} ${'b-'.repeat(200_000)} real-time`,
      'Two\noperate',
    ]);
    expect([search('cooperate'), search('realtime'), search('real', 'time')]).toEqual([[0], [0], [0]]);
    expect(search('operate').toSorted()).toEqual([0, 1]);
  });

  test('matches of very common words are grouped by column, and none is lost', async () => {
    const texts = Array.from({ length: 3200 }, (_, index) =>
      index === 7 ? 'span\n\nx' : index === 9 ? 'x\nspan\nx' : 'x\nx\nspan',
    );
    const search = await databaseOf(texts.map((text, index) => `${text} ${index}`));
    const found = search('span');
    expect(found.slice(0, 2)).toEqual([7, 9]);
    expect(found).toHaveLength(3200);
  });
});

describe('The file', () => {
  test('is replaced if it is damaged', async () => {
    const { folder, write, read, open } = await createFolder();
    await writeFile(join(folder, databaseName), 'This is no database.'.repeat(500));
    await write('a.md', 'Alpha');
    const database = open();
    expect((await read(database, ['a.md'])).ids[0]).toBeGreaterThan(0);
    expect((await readFile(join(folder, databaseName))).subarray(0, 6).toString()).toBe('SQLite');
  });

  test('loses documents that no content has used for a week', async () => {
    const { write, read, open } = await createFolder();
    const database = open();
    await write('a.md', 'Alpha');
    await write('b.md', 'Beta');
    const [a = 0, b = 0] = (await read(database, ['a.md', 'b.md'], { today: 20_000 })).ids;
    await read(database, ['a.md'], { today: 20_006 });
    database.tidy(20_007);
    expect([database.body(a), database.body(b)]).toEqual(['Alpha', 'Beta']);
    database.tidy(20_008);
    expect([database.body(a), database.body(b)]).toEqual(['Alpha', undefined]);
    expect([idsOf(database.search([['alpha']])), idsOf(database.search([['beta']]))]).toEqual([[a], []]);
    expect([database.nearest('aplha'), database.nearest('beat')]).toEqual([['alpha'], []]);
    expect((await read(database, ['b.md'], { today: 20_008 })).ids[0]).toBeGreaterThan(0);
  });

  test('loses many documents of a large index, and accepts new ones', async () => {
    const { write, read, open } = await createFolder();
    const database = open();
    const files = Array.from({ length: 1000 }, (_, index) => `${index}.md`);
    const words = (seed: number) => Array.from({ length: 300 }, (_, index) => `w${(index * seed) % 4999}`).join(' ');
    await Promise.all(files.map((file, index) => write(file, `Number\n\n${words(index + 2)}`)));
    await read(database, files, { today: 20_000 });
    database.tidy(20_008);
    expect(idsOf(database.search([['number']]))).toEqual([]);
    await write('after.md', 'Number');
    const { ids } = await read(database, ['after.md', '0.md'], { today: 20_008 });
    expect(idsOf(database.search([['number']]))).toEqual([...ids]);
  });
});
