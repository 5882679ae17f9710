import { expect, test } from 'vitest';
import { temporaryDirectory } from '../platform/files/temporary-directory.fixture.ts';
import { createContentCheck } from './content-check.ts';
import { createContentDirectory } from './content-directory.fixture.ts';

test('a check reads again only what has changed since the last one, as an author waits for it while typing', async () => {
  await using content = await createContentDirectory();
  const workDirectory = temporaryDirectory();
  const check = createContentCheck({ directory: content.path, workDirectory, siteUrl: 'https://www.acme.example' });
  const path = 'pages/home.yaml';
  const headings = ['Welcome', 'Welcome back'];
  const page = await content.read(path);
  const tried = headings.map((heading) =>
    check.attempt([{ path, bytes: Buffer.from(page.replace('heading: Welcome', `heading: ${heading}`)) }]),
  );
  const [first, second] = (await Promise.all(tried)).map((outcome) => outcome.content);
  const heroOf = (tried: typeof first) => tried?.pages.find(({ address }) => address === '/')?.hero;
  expect([first, second].map(heroOf)).toMatchObject(headings.map((heading) => ({ heading })));
  expect(second?.mailLabels).toBe(first?.mailLabels);
});

test('a file that goes while the content is laid out is left out', async () => {
  await using content = await createContentDirectory();
  const workDirectory = temporaryDirectory();
  const check = createContentCheck({ directory: content.path, workDirectory, siteUrl: 'https://www.acme.example' });
  const names = Array.from({ length: 100 }, (_, index) => `articles/saving-${index}.tmp`);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(names.map((name) => content.write(name, 'x')));
    await Promise.all([check.attempt([]), ...names.map((name) => content.remove(name))]);
  }
  expect((await check.attempt([])).problems).toEqual([]);
});
