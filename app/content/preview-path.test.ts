import { expect, test } from 'vitest';
import { createContentDirectory } from './content-directory.fixture.ts';
import { previewPathOf } from './preview-path.ts';

test('a preview link shows a page at its address, other files at their names', async () => {
  await using directory = await createContentDirectory();
  await directory.write('pages/autumn.yaml', 'address: /winter\n');
  await directory.write('pages/unfinished.yaml', 'address: winter\n- [');
  const pathOf = (file: string) => previewPathOf(directory.path, file);
  expect(pathOf('content/pages/autumn.yaml')).toBe('/winter');
  expect(pathOf('pages/home')).toBe('/');
  expect(pathOf('legal/privacy-policy.md')).toBe('/privacy-policy');
  expect(pathOf('articles/insights/first-insight')).toBe('/single/first-insight/');
  for (const file of ['pages/unfinished', 'pages/none', 'site.yaml', '../pages/home'])
    expect(pathOf(file), file).toBeUndefined();
});
