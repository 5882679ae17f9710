import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadContent } from '../../app/content/load-content.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the example files of the guide are valid beside the content of the site', async () => {
  const guide = await readFile(join(root, 'docs/guides/write-content.md'), 'utf8');
  const examples = [...guide.matchAll(/<!-- example: content\/(\S+) -->\n```\w+\n([\s\S]*?)^```$/gmu)];
  expect(examples.map(([, file]) => file)).toEqual([
    'articles/insights/why-we-measure-first.md',
    'positions/bridge-keeper.md',
    'pages/bridge-school.yaml',
  ]);
  const directory = temporaryDirectory();
  await cp(join(root, 'content'), directory, { recursive: true });
  for (const [, file = '', text = ''] of examples) await writeFile(join(directory, file), text, { flag: 'wx' });
  const { articles, positions, pages } = await loadContent(directory, 'https://www.acme.example');
  expect(articles.map(({ slug }) => slug)).toContain('why-we-measure-first');
  expect(positions.map(({ job_id }) => job_id)).toContain('SW-9001');
  expect(pages.map(({ address }) => address)).toContain('/bridge-school');
});
