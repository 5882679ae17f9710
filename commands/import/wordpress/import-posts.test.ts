import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../../app/content/content-directory.fixture.ts';
import { loadContent } from '../../../app/content/load-content.ts';
import { filesBelow } from '../../../app/platform/files/files-below.ts';
import { temporaryDirectory } from '../../../app/platform/files/temporary-directory.fixture.ts';
import { textOfHtml } from '../../../app/platform/html/markdown.ts';
import { describeReport, type ImportReport } from '../report.ts';
import { createExportFile, exportOf, type ItemFixture } from './export.fixture.ts';
import { type ImportOptions, importPosts } from './import-posts.ts';

const run = (content: ContentDirectory, file: string, more: Partial<ImportOptions> = {}) =>
  importPosts({
    file,
    contentDirectory: content.path,
    dryRun: false,
    category: 'insights',
    postTypes: ['post'],
    addTerms: false,
    ...more,
  });

const load = (content: ContentDirectory) => loadContent(content.path, 'https://www.acme.example');

/** Imports posts into the test's content and returns the report and the resulting articles. */
async function importOf(items: readonly ItemFixture[], more: Partial<ImportOptions> & { authors?: string } = {}) {
  const { authors, ...options } = more;
  await using content = await createContentDirectory();
  await using file = await createExportFile(exportOf(items, authors));
  const report = await run(content, file.path, options);
  const { articles, articleIndex } = await load(content);
  const whole = await Promise.all(articles.map(({ slug }) => articleIndex.find(slug)));
  const article = (id: number) => whole.find((item) => item?.id === id);
  const read = async (path: string) => readFile(join(content.path, path), 'utf8');
  return {
    report,
    article,
    files: await snapshot(content),
    text: await Promise.all(report.posts.map(({ file }) => file && read(file))),
  };
}

async function snapshot(content: ContentDirectory): Promise<Record<string, string>> {
  const files = await Array.fromAsync(filesBelow(content.path));
  const entries = await Promise.all(
    [...files, join(content.path, '.import.json')].map(async (file) => [
      relative(content.path, file),
      createHash('sha256')
        .update(await readFile(file).catch(() => ''))
        .digest('hex'),
    ]),
  );
  return Object.fromEntries(entries);
}

const outcomes = ({ posts }: ImportReport) => posts.map(({ post, outcome }) => `${post} ${outcome}`);

describe('a post becomes an article', () => {
  test('with all fields of front matter', async () => {
    const { article, report } = await importOf([
      {
        id: 70,
        name: 'the-keel',
        title: 'AT&amp;T&#8217;s <em>keel</em>',
        content: '<!-- wp:paragraph -->\n<p>First words.</p>\n<!-- /wp:paragraph -->',
        excerpt: 'In <b>short</b> [&hellip;]',
        terms: [
          'category:cloud:Cloud',
          'post_tag:x:QUALITY',
          'sector:health-care:Healthcare',
          'category:uncategorized:Uncategorized',
        ],
        meta: { _wp_old_slug: ['old-keel', 'the-keel', 'Old Keel'] },
      },
    ]);
    expect(article(70)).toMatchObject({
      slug: 'the-keel',
      title: 'AT&T’s keel',
      excerpt: 'In short',
      topics: [{ slug: 'cloud' }, { slug: 'quality' }],
      industries: [{ slug: 'healthcare' }],
      author: { id: 'ada-one' },
      date: '2024-03-05',
      category: { slug: 'insights' },
      former_slugs: ['old-keel'],
      banner_alt: 'A plate',
      html: '<p>First words.</p>',
    });
    expect(report.posts[0]).toMatchObject({
      outcome: 'imported',
      file: 'articles/insights/the-keel.md',
      address: 'https://old.example/2024/03/the-keel/',
      changes: [
        'former slug "Old Keel" left out: it is in use, or not a valid slug here',
        'banner plates/one.svg used',
      ],
    });
  });

  test('without invisible characters that no content may contain', async () => {
    const { article } = await importOf(
      [{ id: 70, title: 'Call \u202dus&#x202E;', content: '<p>a\u0085b &#8238;c</p>', terms: ['post_tag:x:T\u202do'] }],
      { addTerms: true },
    );
    expect(article(70)).toMatchObject({ title: 'Call us', html: '<p>ab c</p>', topics: [{ name: 'To' }] });
  });

  test('in the category that its terms name, otherwise in the requested one', async () => {
    const { report } = await importOf(
      [
        { id: 70, terms: ['category:x:Insights'] },
        { id: 71, terms: ['post_tag:a:A'] },
      ],
      { category: 'success-stories' },
    );
    expect(report.posts.map(({ file }) => file)).toEqual([
      'articles/insights/post-70.md',
      'articles/success-stories/post-71.md',
    ]);
  });

  test.each([
    ['publish', 'live'],
    ['draft', 'draft'],
    ['pending', 'draft'],
    ['private', 'draft'],
    ['a-plugin-status', 'draft'],
    ['trash', 'skipped'],
    ['auto-draft', 'skipped'],
  ])('of status %s: %s', async (status, expected) => {
    const { article, text } = await importOf([{ id: 70, status }]);
    expect(article(70) !== undefined).toBe(expected === 'live');
    expect(text[0]?.includes('draft: true') ?? 'skipped').toBe(
      expected === 'skipped' ? 'skipped' : expected === 'draft',
    );
  });

  test('at its time, if it is scheduled', async () => {
    const { text } = await importOf([
      { id: 70, status: 'future', dateGmt: '2031-03-05 22:30:00', date: '2031-03-06 07:30:00' },
    ]);
    expect(text[0]).toContain('date: 2031-03-06\n');
    expect(text[0]).toContain('publish_at: 2031-03-05T22:30:00Z\n');
    expect(text[0]).not.toContain('draft');
  });

  test('is never shown if it had a password', async () => {
    const { article, report } = await importOf([{ id: 70, password: 'x' }]);
    expect(article(70)).toBeUndefined();
    expect(report.posts[0]?.changes).toContain('stays a draft: it had a password');
  });

  test('whose excerpt is generated from its paragraphs and ends at a word', async () => {
    const words = 'word '.repeat(100);
    const { article } = await importOf([{ id: 70, content: `<h2>Head</h2><img src="/a.jpg"><p>${words}</p>` }]);
    expect(article(70)?.excerpt).toMatch(/^word (?:word )+word…$/u);
    expect(article(70)?.excerpt.length).toBeLessThanOrEqual(200);
  });

  test('whose excerpt has neither its footnotes nor the address of a film above its text', async () => {
    const film = '<figure><div class="wp-block-embed__wrapper">\nhttps://video.example/watch?v=1\n</div></figure>';
    const content = `${film}<p>What it says.<sup data-fn="n" class="fn"><a href="#n">1</a></sup></p>`;
    const meta = { footnotes: JSON.stringify([{ id: 'n', content: 'A note.' }]) };
    const { article } = await importOf([{ id: 70, content, meta }]);
    expect(article(70)?.excerpt).toBe('What it says.');
  });

  test('whose title is shortened, and not empty', async () => {
    const { article } = await importOf([
      { id: 70, title: 'long '.repeat(60) },
      { id: 71, title: '', name: '', content: '<p>What it says.</p>' },
    ]);
    expect(article(70)?.title).toMatch(/^(?:long )+long…$/u);
    expect(article(71)).toMatchObject({ title: 'What it says.', slug: 'post-71' });
  });

  test('with the texts of its reusable blocks, wherever the export has them', async () => {
    const use = (id: number) => `<!-- wp:block {"ref":${id}} /-->`;
    const { article, report } = await importOf([
      { id: 70, content: `<p>Before.</p>\n\n${use(71)}\n\n${use(72)}\n\n<p>After.</p>` },
      { id: 71, type: 'wp_block', content: '<!-- wp:paragraph --><p>Used again.</p><!-- /wp:paragraph -->' },
      { id: 72, type: 'wp_block', status: 'trash', content: '<p>Removed.</p>' },
      { id: 73, content: use(71) },
    ]);
    expect(textOfHtml(article(70)?.html ?? '')).toBe('Before. Used again. After.');
    expect(textOfHtml(article(73)?.html ?? '')).toBe('Used again.');
    expect(report.posts[0]?.changes).toContain('reusable block left out: the export does not have it in this place');
  });

  test('whose markup is nested too deeply keeps its text', async () => {
    const { article } = await importOf([{ id: 70, content: `${'<div>'.repeat(30_000)}<p>Deep *words*</p>` }]);
    expect(textOfHtml(article(70)?.html ?? '')).toBe('Deep *words*');
  });
});

describe('dates', () => {
  test.each([
    ['of the blog', { dateGmt: '2024-03-05 23:30:00', date: '2024-03-06 00:30:00' }, '2024-03-06', undefined],
    ['in GMT where there is none', { dateGmt: '2024-03-05 23:30:00', date: '' }, '2024-03-05', undefined],
    [
      'of the feed where GMT is missing',
      {
        dateGmt: '0000-00-00 00:00:00',
        date: '',
        more: '<pubDate>Tue, 05 Mar 2024 23:30:00 +0000</pubDate>',
      },
      '2024-03-05',
      'feed date',
    ],
    [
      'local where the feed has none either',
      {
        dateGmt: '-0001-11-30 00:00:00',
        date: '2024-03-06 00:30:00',
        more: '<pubDate>Wed, 30 Nov -0001 00:00:00 +0000</pubDate>',
      },
      '2024-03-06',
      'local time',
    ],
    ['of the export where a draft has none', { dateGmt: '0000-00-00 00:00:00' }, '2024-06-01', 'the export itself'],
  ])('%s', async (_, item, date, reported) => {
    const { article, report } = await importOf([{ id: 70, ...item }]);
    expect(article(70)?.date).toBe(date);
    expect(report.posts[0]?.changes.some((change) => change.startsWith('time from'))).toBe(reported !== undefined);
    if (reported) expect(report.posts[0]?.changes.join()).toContain(reported);
  });
});

describe('slugs and ids', () => {
  test('of several posts and existing articles never collide', async () => {
    const { report, article, text } = await importOf([
      { id: 1, name: 'first-story' },
      { id: 71, name: 'same' },
      { id: 72, name: 'same' },
      { id: 73, name: 'other', meta: { _wp_old_slug: 'same' } },
    ]);
    expect(report.posts.map(({ file }) => file)).toEqual([
      'articles/insights/first-story-2.md',
      'articles/insights/same.md',
      'articles/insights/same-2.md',
      'articles/insights/other.md',
    ]);
    expect(article(1)?.slug).toBe('first-story');
    // The time: the next number may be that of a deleted article.
    expect(text[0]).toMatch(/^id: \d{10}$/mu);
    expect(article(73)?.former_slugs).toEqual([]);
  });

  test.each([
    ['Привет, мир', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82', 'post-70'],
    ['Kubernetes в деле', '', 'kubernetes-70'],
    ['Größe & Maß', 'gr%c3%b6sse_und-mass', 'groesse-und-mass'],
    ['你好', '你好', 'post-70'],
    ['Ærø Łódź', '', 'aero-lodz'],
  ])('of the title %s', async (title, name, slug) => {
    const { article } = await importOf([{ id: 70, title, name }]);
    expect(article(70)).toMatchObject({ slug, title });
  });
});

describe('references of posts', () => {
  test('links between them lead to their new URLs, links to posts that are not public to the old ones', async () => {
    const link = (href: string) => `<a href="${href}">x</a>`;
    const { article } = await importOf([
      {
        id: 70,
        content: `<p>${link('https://www.old.example/2024/03/post-71/?utm=1#part')} ${link('/?p=71')} ${link('https://old.example/2024/03/post-72/')} ${link('https://old.example/about/')} ${link('#nowhere')}</p>`,
      },
      { id: 71 },
      { id: 72, status: 'draft' },
    ]);
    expect([...(article(70)?.html.matchAll(/href="([^"]+)"/gu) ?? [])].map(([, href]) => href)).toEqual([
      '/single/post-71/',
      '/single/post-71/',
      'https://old.example/2024/03/post-72/',
      'https://old.example/about/',
    ]);
  });

  test('authors: people by name, otherwise guests or the person of the option', async () => {
    const authors = `<wp:author><wp:author_login>bo2</wp:author_login><wp:author_first_name>Bo</wp:author_first_name><wp:author_last_name>Two</wp:author_last_name></wp:author>
<wp:author><wp:author_login>cy@old.example</wp:author_login><wp:author_display_name>Cy Three</wp:author_display_name></wp:author>`;
    const items = [
      { id: 70, creator: 'bo2' },
      { id: 71, creator: 'cy@old.example' },
    ];
    const guests = await importOf(items, { authors });
    expect(guests.article(70)?.author).toMatchObject({ id: 'bo-two' });
    expect(guests.article(71)?.author).toEqual({ name: 'Cy Three' });
    expect(guests.report.unknownAuthors).toEqual([{ name: 'Cy Three', posts: 1 }]);
    expect(JSON.stringify(guests.report)).not.toContain('@');

    const named = await importOf(items, { authors, author: 'ada-one' });
    expect(named.article(71)?.author).toMatchObject({ id: 'ada-one' });
  });

  test('unknown terms are reported, or added', async () => {
    const items = [
      {
        id: 70,
        terms: ['post_tag:devops:DevOps', 'industries:rail:Rail &amp; road', 'post_format:post-format-aside:Aside'],
      },
      { id: 71, terms: ['post_tag:devops:DevOps'] },
    ];
    const withoutTerms = await importOf(items);
    expect(withoutTerms.report.unknownTerms).toEqual([
      { taxonomy: 'post_tag', slug: 'devops', name: 'DevOps', posts: 2 },
      { taxonomy: 'industries', slug: 'rail', name: 'Rail & road', posts: 1 },
    ]);
    expect(withoutTerms.article(70)).toMatchObject({ topics: [], industries: [] });

    const added = await importOf(items, { addTerms: true });
    expect(added.report.unknownTerms).toEqual([]);
    expect(added.article(70)).toMatchObject({ topics: [{ name: 'DevOps' }], industries: [{ name: 'Rail & road' }] });
  });

  test('pictures are listed; a file of the same name below media/ is used', async () => {
    const featured = (id: number, url: string): ItemFixture => ({
      id,
      type: 'attachment',
      status: 'inherit',
      attachmentUrl: url,
      meta: { _wp_attachment_image_alt: 'The bow' },
    });
    const { article, report } = await importOf([
      { id: 70, content: '<img src="/in-text.jpg">x', meta: { _thumbnail_id: '80' } },
      { id: 71, meta: { _thumbnail_id: '81' } },
      { id: 72, meta: { _thumbnail_id: '82' } },
      featured(80, 'https://old.example/files/bow.jpg'),
      featured(81, 'https://old.example/files/one-scaled.svg'),
    ]);
    expect(report.posts[0]?.remoteFiles).toEqual([
      'https://old.example/files/bow.jpg',
      'https://old.example/in-text.jpg',
    ]);
    expect(report.posts[0]?.changes).toContain(
      'banner plates/one.svg used instead of https://old.example/files/bow.jpg',
    );
    expect(article(71)).toMatchObject({ banner_alt: 'The bow' });
    expect(report.posts[1]?.remoteFiles).toEqual([]);
    expect(report.posts[2]?.changes).toContain(
      'banner plates/one.svg used instead of attachment 82, which the export does not have',
    );
    expect(report.otherTypes).toEqual({ attachment: 2 });
  });

  test('pictures of the uploads folder are imported and shown like all others', async () => {
    const uploads = temporaryDirectory();
    await mkdir(join(uploads, '2019'));
    const photograph = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
    await writeFile(join(uploads, '2019/The Pier.jpg'), photograph);
    await writeFile(join(uploads, '2019/broken.jpg'), 'no picture');
    const at = 'https://old.example/wp-content/uploads/2019';
    const items: ItemFixture[] = [
      {
        id: 70,
        content: `<p>Words.</p><figure><img src="${at}/The%20Pier-300x200.jpg" alt="A pier"><figcaption>At dusk</figcaption></figure><p><img src="${at}/broken.jpg"> <img src="${at}/../../etc/passwd.jpg"></p>`,
        meta: { _thumbnail_id: '80' },
      },
      { id: 80, type: 'attachment', status: 'inherit', attachmentUrl: `${at}/The%20Pier.jpg` },
    ];
    const { article, report, files } = await importOf(items, { uploads });
    expect(article(70)?.html).toMatch(
      /<figure><span class="place">.*<source type="image\/avif" srcset="\/media\/uploads\/2019\/the-pier\.\w+-400\.avif 400w, .*alt="A pier" width="600" height="400".*<figcaption>At dusk<\/figcaption><\/figure>/u,
    );
    expect(article(70)?.banner).toMatchObject({ width: 600 });
    expect(files).toHaveProperty(['media/uploads/2019/The Pier.jpg']);
    expect(files).not.toHaveProperty(['media/uploads/2019/broken.jpg']);
    expect(report.posts[0]).toMatchObject({
      files: ['uploads/2019/The Pier.jpg'],
      remoteFiles: [`${at}/broken.jpg`, 'https://old.example/wp-content/etc/passwd.jpg'],
    });
    expect(report.posts[0]?.changes).toContain(
      'picture 2019/broken.jpg is not a picture; it takes JPEG, PNG, WebP, AVIF or SVG',
    );
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    const dry = await run(content, file.path, { uploads, dryRun: true });
    expect(dry.posts[0]?.files).toEqual(['uploads/2019/The Pier.jpg']);
    expect(await snapshot(content)).not.toHaveProperty(['media/uploads/2019/The Pier.jpg']);
  });

  test('PDFs that texts link to are imported from the uploads folder', async () => {
    const uploads = temporaryDirectory();
    await writeFile(join(uploads, 'Bericht ü.pdf'), '%PDF-1.7');
    await writeFile(join(uploads, 'empty.pdf'), '');
    const at = 'https://old.example/wp-content/uploads';
    const { article, report, files } = await importOf(
      [{ id: 70, content: `<a href="${at}/Bericht%20%C3%BC.pdf">A</a> <a href="${at}/empty.pdf">B</a>` }],
      { uploads },
    );
    expect(article(70)?.html).toContain(
      `<a href="/media/uploads/Bericht%20%C3%BC.pdf">A</a> <a href="${at}/empty.pdf"`,
    );
    expect(files).toHaveProperty(['media/uploads/Bericht ü.pdf']);
    expect(report.posts[0]).toMatchObject({ files: ['uploads/Bericht ü.pdf'], remoteFiles: [`${at}/empty.pdf`] });
    expect(report.posts[0]?.changes).toContain('PDF empty.pdf is empty; copy it again');
    expect(describeReport(report, [])).toContain(
      `  - PDF ${at}/empty.pdf not imported\n  - PDF content/media/uploads/Bericht ü.pdf`,
    );
  });

  test('pictures and PDFs of an earlier import stay without the uploads folder, and with one of new files only', async () => {
    const uploads = temporaryDirectory();
    const at = 'https://old.example/wp-content/uploads';
    for (const year of ['2019', '2020']) {
      await mkdir(join(uploads, year));
      await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
        .jpeg()
        .toFile(join(uploads, year, 'cover.jpg'));
    }
    await writeFile(join(uploads, 'a.pdf'), '%PDF-1.7');
    await using content = await createContentDirectory();
    await using file = await createExportFile(
      exportOf([
        { id: 70, content: `<p>Words.</p><img src="${at}/2019/cover.jpg" alt="A pier"><a href="${at}/a.pdf">A</a>` },
        { id: 71, meta: { _thumbnail_id: '81' } },
        { id: 81, type: 'attachment', status: 'inherit', attachmentUrl: `${at}/2020/cover.jpg` },
      ]),
    );
    await run(content, file.path, { uploads });
    const before = await snapshot(content);
    for (const later of [undefined, temporaryDirectory()])
      expect((await run(content, file.path, { uploads: later })).totals).toMatchObject({ unchanged: 2, updated: 0 });
    expect(await snapshot(content)).toEqual(before);
  });

  test('pictures of WordPress.com are found by year and month, only on hosts of the blog', async () => {
    const uploads = temporaryDirectory();
    await mkdir(join(uploads, '2008/06'), { recursive: true });
    await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
      .jpeg()
      .toFile(join(uploads, '2008/06/pier.jpg'));
    const at = 'https://blog.files.example/2008/06';
    const elsewhere = 'https://elsewhere.example/2008/06/pier.jpg';
    const { report } = await importOf(
      [
        {
          id: 70,
          content: `<p><img src="${at}/pier.jpg?w=300" alt="A pier"> <img src="${at}/deep/er.jpg"> <img src="${elsewhere}"></p>`,
        },
        { id: 80, type: 'attachment', status: 'inherit', attachmentUrl: `${at}/pier.jpg` },
      ],
      { uploads },
    );
    expect(report.posts[0]).toMatchObject({
      files: ['uploads/2008/06/pier.jpg'],
      remoteFiles: [`${at}/deep/er.jpg`, elsewhere],
    });
  });

  test('pictures of other hosts are not imported, though the uploads folder has a file of that name', async () => {
    const uploads = temporaryDirectory();
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } });
    for (const name of ['logo.jpg', 'pier.jpg']) await picture.toFile(join(uploads, name));
    const foreign = 'https://elsewhere.example/wp-content/uploads/logo.jpg';
    const own = 'https://i0.wp.com/www.old.example/wp-content/uploads/pier.jpg?w=300';
    const { report } = await importOf([{ id: 70, content: `<p><img src="${foreign}"> <img src="${own}"></p>` }], {
      uploads,
    });
    expect(report.posts[0]).toMatchObject({ files: ['uploads/pier.jpg'], remoteFiles: [foreign] });
  });

  test('entries of other types are counted', async () => {
    const { report } = await importOf([
      { id: 70, content: ' <!-- wp:paragraph --><p>&nbsp;</p><!-- /wp:paragraph -->' },
      { id: 71, type: 'page' },
      { id: 72, more: '<wp:comment></wp:comment>' },
      { id: 72, title: 'Again' },
    ]);
    expect(report).toMatchObject({ otherTypes: { page: 1 }, comments: 1, totals: { imported: 1, skipped: 2 } });
    expect(report.posts.map(({ reason }) => reason)).toEqual(['has no text', undefined, 'is in the export twice']);
  });
});

describe('again', () => {
  const items: readonly ItemFixture[] = [
    { id: 70, content: '<p>One <a href="/?p=71">two</a></p>', terms: ['post_tag:devops:DevOps'] },
    { id: 71, status: 'draft' },
    { id: 72, name: '', title: 'Привет', meta: { _thumbnail_id: '9' } },
  ];

  /** Replaces the record by the journal, as if the import had been killed. */
  async function killedRun(content: ContentDirectory) {
    const { sources } = JSON.parse(await content.read('.import.json'));
    await content.remove('.import.json');
    for (const [post, entry] of Object.entries(sources['https://old.example'])) {
      await appendFile(
        join(content.path, '.import.journal'),
        `${JSON.stringify({ source: 'https://old.example', post, ...(entry as object) })}\n`,
      );
    }
  }

  test('nothing changes', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    await run(content, file.path, { addTerms: true });
    const before = await snapshot(content);
    const report = await run(content, file.path, { addTerms: true });
    expect(outcomes(report)).toEqual(['70 unchanged', '71 unchanged', '72 unchanged']);
    expect(await snapshot(content)).toEqual(before);
  });

  test('a dry run writes nothing', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    const before = await snapshot(content);
    const report = await run(content, file.path, { addTerms: true, dryRun: true });
    expect(report).toMatchObject({ dryRun: true, totals: { imported: 3 } });
    expect(await snapshot(content)).toEqual(before);
  });

  test('keeps files that were edited, moved or removed here, and updates posts that changed there', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf([...items, { id: 73 }, { id: 74 }]));
    await run(content, file.path);
    await content.edit('articles/insights/post-70.md', 'One', 'Uno');
    await content.write('articles/insights/new-name.md', await content.read('articles/insights/post-72.md'));
    await content.remove('articles/insights/post-72.md');
    await content.remove('articles/insights/post-73.md');
    const before = await snapshot(content);

    await file.write(exportOf([...items, { id: 73 }, { id: 74, name: 'renamed', content: '<p>News.</p>' }]));
    const report = await run(content, file.path);
    expect(report.posts.map(({ outcome, reason, file }) => [outcome, reason, file])).toEqual([
      ['kept', 'was edited since it was imported', 'articles/insights/post-70.md'],
      ['unchanged', undefined, 'articles/insights/post-71.md'],
      ['kept', 'was moved to articles/insights/new-name.md since it was imported', 'articles/insights/new-name.md'],
      ['kept', 'was removed since it was imported', 'articles/insights/post-73.md'],
      ['updated', undefined, 'articles/insights/post-74.md'],
    ]);
    expect(await content.read('articles/insights/post-74.md')).toContain('News.');
    const after = await snapshot(content);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed.sort()).toEqual(['.import.json', 'articles/insights/post-74.md']);
    await load(content);
  });

  test('knows its posts after the blog has moved to another protocol or gained "www."', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items).replaceAll('https://old.example', 'http://old.example'));
    await run(content, file.path);
    await file.write(exportOf(items).replaceAll('https://old.example', 'https://www.old.example'));
    const report = await run(content, file.path);
    expect(outcomes(report)).toEqual(['70 updated', '71 unchanged', '72 unchanged']);
  });

  test('knows the files of a killed run', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    await run(content, file.path);
    const before = await snapshot(content);
    await killedRun(content);
    const unwritten = { post: '72', file: 'articles/insights/post-72.md', id: 72, sha256: 'of the next text' };
    // Killed while writing the second line, before writing these files.
    await appendFile(
      join(content.path, '.import.journal'),
      `${JSON.stringify({ source: 'https://old.example', ...unwritten })}\n{"source":"https://old.exa`,
    );
    await content.remove('articles/insights/post-71.md');
    const report = await run(content, file.path);
    expect(outcomes(report)).toEqual(['70 unchanged', '71 imported', '72 unchanged']);
    expect(await snapshot(content)).toEqual(before);
  });

  test('keeps a file that was edited after a killed run', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    await run(content, file.path);
    await killedRun(content);
    await content.edit('articles/insights/post-70.md', 'One', 'Uno');
    const files = Object.keys(await snapshot(content));
    for (let later = 0; later < 2; later++)
      expect(outcomes(await run(content, file.path))).toEqual(['70 kept', '71 unchanged', '72 unchanged']);
    expect(Object.keys(await snapshot(content))).toEqual(files);
  });

  test('files with the line ends of Windows are not edited ones', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    await run(content, file.path);
    const post = 'articles/insights/post-72.md';
    await content.write(post, (await content.read(post)).replaceAll('\n', '\r\n'));
    expect(outcomes(await run(content, file.path))).toEqual(['70 unchanged', '71 unchanged', '72 unchanged']);
  });

  test('the lock of an editor does not matter, a link to nowhere beside the file that is open', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    await symlink('user@host.1:1', join(content.path, 'articles/insights/.#post-70.md'));
    expect(outcomes(await run(content, file.path))).toEqual(['70 imported', '71 imported', '72 imported']);
  });

  test('an unreadable record stops the import', async () => {
    await using content = await createContentDirectory();
    await using file = await createExportFile(exportOf(items));
    await content.write('.import.json', '{"sources": 3}');
    await expect(run(content, file.path)).rejects.toThrow('.import.json is not a record of imports');
  });
});

test('a broken export leaves the content unchanged', async () => {
  await using content = await createContentDirectory();
  await using file = await createExportFile(exportOf([{ id: 70 }]).replace('</channel>', ''));
  const before = await snapshot(content);
  await expect(run(content, file.path)).rejects.toThrow(/, line \d+, column \d+: /u);
  expect(await snapshot(content)).toEqual(before);
});

test.each([
  [{ author: 'nobody' }, 'There is no person "nobody" in people.yaml; there are ada-one, bo-two'],
  [{ uploads: '/nowhere' }, '/nowhere is not a folder; --uploads takes a copy of the site'],
  [{ banner: 'plates/none.svg' }, 'There is no picture "plates/none.svg" below content/media'],
])('refuses an option with an unknown value: %o', async (option, message) => {
  await using content = await createContentDirectory();
  await using file = await createExportFile(exportOf([{ id: 70 }]));
  await expect(run(content, file.path, option)).rejects.toThrow(message);
});
