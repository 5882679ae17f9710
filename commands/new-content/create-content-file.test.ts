import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentDirectory, siteUrl } from '../../app/content/load-content.fixture.ts';
import { loadContent } from '../../app/content/load-content.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { createArticle, createPosition } from './create-content-file.ts';

const today = '2026-11-22';

test('creates a valid article with a new id, which is shown once it is not a draft', async () => {
  const directory = await contentDirectory();
  const wanted = { contentDirectory: directory.path, today, category: 'insights' as const };
  const earliest = Math.floor(Date.now() / 1000);
  const file = await createArticle({ ...wanted, title: 'Why: {company} & “us” – já' });
  expect(file).toBe('articles/insights/why-company-us-ja.md');
  expect((await loadContent(directory.path, siteUrl)).articles.map(({ id }) => id)).toEqual([2, 1]);
  await directory.edit(file, 'draft: true # remove this line to publish\n', '');
  const [newest] = (await loadContent(directory.path, siteUrl)).articles;
  // The time: the next number may be that of a deleted article, whose URLs redirect to the article of that number.
  expect(newest?.id).toBeGreaterThanOrEqual(earliest);
  expect(newest).toMatchObject({
    slug: 'why-company-us-ja',
    title: 'Why: {company} & “us” – já',
    date: today,
  });
  await expect(createArticle({ ...wanted, title: 'Why company us ja', category: 'success-stories' })).rejects.toThrow(
    'articles/insights/why-company-us-ja.md has the slug "why-company-us-ja" already; choose another title',
  );
  expect(await createArticle({ ...wanted, title: 'What’s new in 100%25' })).toBe(
    'articles/insights/what-s-new-in-100-25.md',
  );
  await expect(createArticle({ ...wanted, title: '?!' })).rejects.toThrow(
    'The title "?!" has no letter or digit that a URL could be made of',
  );
});

test('creates a listed position with the next id', async () => {
  const directory = await contentDirectory();
  const wanted = { contentDirectory: directory.path, today };
  expect(await createPosition({ ...wanted, title: 'Rigger' })).toBe('positions/rigger.md');
  const { positions } = await loadContent(directory.path, siteUrl);
  expect(positions[0]).toMatchObject({ job_id: 'AC-101', title: 'Rigger', posted: today });
  expect(await createPosition({ ...wanted, title: 'Rigger', category: 'design' })).toBe('positions/rigger-2.md');
  expect(await createPosition({ ...wanted, title: 'rigger' })).toBe('positions/rigger-3.md');
  const listed = (await loadContent(directory.path, siteUrl)).positions;
  expect(Object.fromEntries(listed.map(({ job_id, category }) => [job_id, category.slug]))).toMatchObject({
    'AC-101': 'engineering',
    'AC-102': 'design',
    'AC-103': 'engineering',
  });
  await expect(createPosition({ ...wanted, title: 'Rigger', category: 'insights' })).rejects.toThrow(
    new RefusedError('--category is "insights"; a position takes engineering or design'),
  );
});

test('files of editors do not matter, such as the lock of Emacs, a link to nowhere', async () => {
  const directory = await contentDirectory();
  const wanted = { contentDirectory: directory.path, today, title: 'Rigger' };
  for (const folder of ['articles/insights', 'positions'])
    await symlink('user@host.1:1', join(directory.path, folder, '.#open.md'));
  expect(await createArticle({ ...wanted, category: 'insights' })).toBe('articles/insights/rigger.md');
  expect(await createPosition(wanted)).toBe('positions/rigger.md');
});

test('refuses a title that the site would refuse', async () => {
  const directory = await contentDirectory();
  const wanted = { contentDirectory: directory.path, today };
  const article = (title: string) => createArticle({ ...wanted, category: 'insights', title });
  const position = (title: string) => createPosition({ ...wanted, title });
  await expect(article('x'.repeat(121))).rejects.toThrow(
    new RefusedError(`A title must have at most 120 characters; "${'x'.repeat(121)}" has 121 characters`),
  );
  await expect(position('x'.repeat(91))).rejects.toThrow(
    new RefusedError(`A title must have at most 90 characters; "${'x'.repeat(91)}" has 91 characters`),
  );
  await article('x'.repeat(120));
  await position('x'.repeat(90));
  await loadContent(directory.path, siteUrl);
});
