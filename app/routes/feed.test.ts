import { expect, test } from 'vitest';
import { contentDirectory, siteUrl } from '../content/load-content.fixture.ts';
import { loadContent } from '../content/load-content.ts';
import { decodeEntities } from '../platform/html/decode-entities.ts';
import type { RouteContext } from '../server/context.ts';
import { feedOf } from './feed.ts';

test('URLs of links are absolute, and code that contains some is unchanged', async () => {
  const directory = await contentDirectory();
  await directory.edit(
    'articles/insights/first-insight.md',
    'Because it was tested.',
    '[Why](#why), [story](/single/first-story/).\n\n```html\n<script src="//[your-domain]/x.js"><a href="/pricing">\n```\n',
  );
  const content = await loadContent(directory.path, siteUrl);
  const response = await feedOf('insights')({ env: { content, siteUrl } } as RouteContext);
  const html = decodeEntities(/<content type="html">(.*?)<\/content>/su.exec(await response.text())?.[1] ?? '');
  expect(html).toContain(`<a href="${siteUrl}/single/first-insight/#why">Why</a>`);
  expect(html).toContain(`<a href="${siteUrl}/single/first-story/">story</a>`);
  expect(decodeEntities(html)).toContain('<script src="//[your-domain]/x.js"><a href="/pricing">');
});
