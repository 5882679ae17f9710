import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, pathsOf, type Site } from './app.ts';

// One file names the company (Ruling 1): here only it is replaced, in a copy of the project's content.

const root = fileURLToPath(new URL('../../', import.meta.url));
const before = /spanwright/iu;
/** The former name, or a token that was not replaced. */
const stalePattern = /spanwright|\{(?:company|legal_name|founded)\}/iu;
/** As long as a name may be: it fits every text. */
const after = 'Moor & Söhne Brückenbau und Maschinen KG';

let site: Site;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'brand-'));
  await cp(join(root, 'content'), directory, { recursive: true });
  const file = join(directory, 'site.yaml');
  const renamed = (await readFile(file, 'utf8'))
    .replace(/^name: .*$/mu, () => `name: ${after}`)
    .replace(/^legal_name: .*$/mu, () => `legal_name: ${after}, Inc.`)
    .replaceAll('spanwright.example', 'moor.example')
    .replace(/^founded: \d+$/mu, 'founded: 1987');
  await writeFile(file, renamed);
  site = await createSite(directory);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** Everything with text: pages with their data for the browser, endpoints, feed, sitemap, manifest. */
const addresses = () => [
  ...pathsOf(site.content()),
  ...site.content().positions.map(({ job_id, slug }) => `/join-us/${job_id}/${slug}`),
  ...site.content().articles.map(({ slug }) => `/wp-json/blogs/v1/post?slug=${slug}`),
  '/wp-json/post/v1/filter-posts?per_page=100',
  '/wp-json/position/v1/job_posts',
  '/message-sent',
  '/application-sent',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  '/site.webmanifest',
];

test('the company name in one file is the name on every page, in every endpoint, feed and manifest', async () => {
  const stale: string[] = [];
  for (const address of addresses()) {
    const text = await (await site.get(address)).text();
    const at = text.search(stalePattern);
    if (at >= 0) stale.push(`${address}: …${text.slice(Math.max(0, at - 40)).slice(0, 80)}…`);
  }
  expect(stale).toEqual([]);
  expect(JSON.parse(await site.read('/site.webmanifest')).name).toBe(after);
  expect(await site.read('/feed.xml')).toContain(`<title>${after.replace('&', '&amp;')}: Insights</title>`);
  const about = await site.read('/who-we-are');
  expect(about).toContain(`property="og:site_name" content="${after.replace('&', '&amp;')}"`);
  expect(about, 'the year of the founding, too').not.toMatch(/\bin 2022\b/iu);
});

test('mails change with it', () => {
  const { mailLabels, site: facts } = site.content();
  expect(JSON.stringify(mailLabels)).not.toMatch(before);
  expect(JSON.stringify(mailLabels)).toContain(after);
  expect(JSON.stringify(facts)).not.toMatch(before);
});

test('no script, style or drawing contains a name', async () => {
  const named: string[] = [];
  for (const folder of [join(root, 'build/client'), join(directory, 'media')]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:js|css|svg|json)$/u.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      if (before.test(await readFile(path, 'utf8'))) named.push(path);
    }
  }
  expect(named).toEqual([]);
});
