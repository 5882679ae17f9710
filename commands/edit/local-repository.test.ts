import { createHash } from 'node:crypto';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createContentCheck } from '../../app/content/content-check.ts';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { createLocalRepository } from './local-repository.ts';

const siteUrl = 'http://127.0.0.1:3101';
const article = 'articles/insights/first-insight.md';

let content: ContentDirectory;
let repository: Hono;

beforeEach(async () => {
  content = await createContentDirectory();
  const workDirectory = temporaryDirectory();
  const check = createContentCheck({ directory: content.path, workDirectory, siteUrl });
  repository = createLocalRepository({ directory: content.path, check, siteUrl });
  onTestFinished(() => content[Symbol.asyncDispose]());
});

const shaOf = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex');

async function save(...files: { operation?: string; path: string; text?: string; sha?: string; from_path?: string }[]) {
  const body = files.map(({ operation = 'update', text = '', ...file }) => ({
    operation,
    content: Buffer.from(text).toString('base64'),
    ...file,
  }));
  const response = await repository.request('/repos/local/content/contents', {
    method: 'POST',
    body: JSON.stringify({ files: body }),
  });
  return { status: response.status, body: (await response.json()) as { message?: string; files?: { sha: string }[] } };
}

test('the name of the state changes with each change, also with one that restores a former state', async () => {
  const nameOf = async () => (await (await repository.request('/repos/local/content/branches/main')).json()).commit.id;
  const before = await content.read(article);
  const names = [await nameOf(), await nameOf()];
  await content.write(article, `${before}More.\n`);
  names.push(await nameOf());
  await content.write(article, before);
  names.push(await nameOf());
  await content.remove(article);
  names.push(await nameOf());
  await content.write(article, before);
  names.push(await nameOf());
  await content.remove(article);
  names.push(await nameOf());
  expect(names[1]).toBe(names[0]);
  expect(new Set(names).size).toBe(6);
});

describe('A file that the editor saves', () => {
  test('is written if the checker finds no problem', async () => {
    const before = await content.read(article);
    const next = before.replace(/^title: .*$/mu, 'title: Another title');
    const { status, body } = await save({ path: `content/${article}`, text: next, sha: shaOf(before) });
    expect(status).toBe(201);
    expect(await content.read(article)).toBe(next);
    expect(body.files?.[0]?.sha).toBe(shaOf(next));
  });

  test('is refused with the checker’s messages, and the file stays', async () => {
    const before = await content.read(article);
    const { status, body } = await save({
      path: `content/${article}`,
      text: before.replace(/^title: .*$/mu, `title: ${'x'.repeat(121)}`),
    });
    expect(status).toBe(422);
    expect(body.message).toMatch(/^Nothing was changed.*\n• Title: .*at most 120/u);
    expect(await content.read(article)).toBe(before);
  });

  test('is refused if it would break another file', async () => {
    const { status, body } = await save({ operation: 'delete', path: 'content/media/plates/one.svg' });
    expect([status, body.message]).toEqual([422, expect.stringContaining('"plates/one.svg" does not exist')]);
    expect(await content.read('media/plates/one.svg')).toContain('<svg');
  });

  test('links to a path, not to the site that the author sees beside the editor', async () => {
    const text = `${await content.read(article)}\nSee [us](${siteUrl}/ventures#contact).\n`;
    const { body } = await save({ path: `content/${article}`, text });
    expect(body.files?.[0]?.sha).toBe(shaOf(await content.read(article)));
    expect(await content.read(article)).toMatch(/See \[us\]\(\/ventures#contact\)\.\n$/u);
  });

  test('may fix one of two earlier mistakes', async () => {
    await content.edit(article, 'title:', 'titel:');
    const site = await content.read('site.yaml');
    await content.write('site.yaml', `${site}nonsense: 1\n`);
    const { status } = await save({ path: 'content/site.yaml', text: site });
    expect(status).toBe(201);
  });

  test('that was changed meanwhile is not overwritten', async () => {
    const before = await content.read(article);
    const { status, body } = await save({ path: `content/${article}`, text: before, sha: '0'.repeat(40) });
    expect([status, body.message]).toEqual([409, expect.stringContaining('changed by somebody else')]);
  });

  test('as a new one does not overwrite a file that has appeared meanwhile, unless it is the same', async () => {
    const path = 'content/articles/insights/new.md';
    const textWith = async (id: number) => (await content.read(article)).replace(/^id: .*$/mu, `id: ${id}`);
    const text = `${await textWith(9001)}\nSee [us](${siteUrl}/ventures).\n`;
    expect((await save({ operation: 'create', path, text })).status).toBe(201);
    expect((await save({ operation: 'create', path, text })).status, 'after a lost response').toBe(201);
    const { status, body } = await save({ operation: 'create', path, text: await textWith(9002) });
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('insights/new.md was added by somebody else'),
    ]);
    expect(await content.read('articles/insights/new.md')).toContain('id: 9001');
  });

  test('and a picture with it are written together', async () => {
    const before = await content.read(article);
    const { status } = await save(
      // The editor begins every path with a slash.
      { path: `content/${article}`, text: before.replace('plates/one.svg', '/plates/new.svg') },
      { operation: 'create', path: 'content/media/plates/new.svg', text: await content.read('media/plates/one.svg') },
    );
    expect(status).toBe(201);
    const [picture, text] = await Promise.all(
      ['media/plates/new.svg', article].map((file) => stat(join(content.path, file), { bigint: true })),
    );
    expect(
      picture?.mtimeNs,
      'the picture first, since the site may read the text before the other',
    ).toBeLessThanOrEqual(text?.mtimeNs ?? 0n);
    expect(await content.read(article)).toContain('plates/new.svg');
    expect((await readdir(join(content.path, 'media/plates'))).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('can be renamed', async () => {
    const folder = 'content/articles/insights';
    const text = (await content.read(article)).replace(/^id: .*$/mu, 'id: 9001').replace(/^former_slugs: .*\n/mu, '');
    expect((await save({ operation: 'create', path: `${folder}/draft-name.md`, text })).status).toBe(201);
    expect((await save({ path: `${folder}/name.md`, from_path: `${folder}/draft-name.md`, text })).status).toBe(201);
    const names = await readdir(join(content.path, 'articles/insights'));
    expect(names).toContain('name.md');
    expect(names).not.toContain('draft-name.md');
    const before = await content.read(article);
    expect((await save({ path: `content/${article}`, from_path: `${folder}/name.md`, text })).status).toBe(409);
    expect(await content.read(article)).toBe(before);
  });
});

describe('A path', () => {
  test.each([
    'content/../outside.md',
    'content/pages/../../outside.md',
    'content//outside.md',
    'content/.git/config.md',
    'content',
    'package.yaml',
    '/etc/outside.md',
    'content\\..\\outside.md',
    'content/pages/a\0.md',
  ])('that leads out of the content is refused: %j', async (path) => {
    const { status } = await save({ operation: 'create', path, text: 'x' });
    expect(status).toBe(400);
    const read = await repository.request('/repos/local/content/file-contents', {
      method: 'POST',
      body: JSON.stringify({ files: [path] }),
    });
    expect(read.status).toBe(400);
  });

  test('over a symbolic link is refused', async () => {
    const outside = temporaryDirectory();
    await writeFile(join(outside, 'a.md'), 'secret');
    await symlink(outside, join(content.path, 'pages/link'));
    expect((await save({ path: 'content/pages/link/a.md', text: 'x' })).status).toBe(400);
    expect(await readFile(join(outside, 'a.md'), 'utf8')).toBe('secret');
    expect((await repository.request('/repos/local/content/raw/content/pages/link/a.md')).status).toBe(400);
  });

  test.each(['content/pages/a.sh', 'content/pages/a.html', 'content/pages/a'])(
    'of a kind that no content has is refused: %s',
    async (path) => {
      expect((await save({ operation: 'create', path, text: 'x' })).status).toBe(422);
    },
  );

  test('that is not there is 404', async () => {
    expect((await repository.request('/repos/local/content/raw/content/pages/nothing.yaml')).status).toBe(404);
  });
});

test.each(['', '{', '[]', '{"files":[]}', '{"files":[{"operation":"chmod","path":"content/site.yaml"}]}'])(
  'A request that is none is refused: %j',
  async (body) => {
    const response = await repository.request('/repos/local/content/contents', { method: 'POST', body });
    expect(response.status).toBe(400);
  },
);

test('Files that are too large together are refused with a message', async () => {
  const response = await repository.request('/repos/local/content/contents', {
    method: 'POST',
    body: '{}',
    headers: { 'content-length': String(40 * 1024 * 1024 + 1) },
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/too large to be saved together/u) });
});

test('The tree lists every file with the hash that git gives it', async () => {
  const response = await repository.request('/repos/local/content/git/trees/main?recursive=1');
  const { tree } = (await response.json()) as { tree: { path: string; sha: string }[] };
  expect(tree).toContainEqual(
    expect.objectContaining({ path: 'content/site.yaml', sha: shaOf(await content.read('site.yaml')) }),
  );
});

test('The tree leaves out files that go while it is listed', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `articles/saving-${index}.tmp`);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(names.map((name) => content.write(name, 'x')));
    const [response] = await Promise.all([
      repository.request('/repos/local/content/git/trees/main?recursive=1'),
      ...names.map((name) => content.remove(name)),
    ]);
    expect(response.status).toBe(200);
  }
});
