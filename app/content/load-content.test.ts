import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { contentDirectory, problemsOf, siteUrl } from './load-content.fixture.ts';
import { loadContent, loadContentOnce } from './load-content.ts';

const home = 'pages/home.yaml';
const story = 'articles/success-stories/first-story.md';
const insight = 'articles/insights/first-insight.md';

describe('Content that is valid', () => {
  test('contains the company’s name in place of its token', async () => {
    const directory = await contentDirectory();
    await directory.edit('site.yaml', 'name: Acme', 'name: Nadir & Co');
    await directory.edit('site.yaml', 'heading: Talk to Acme', 'heading: "Talk to {company}"');
    await directory.edit(home, 'title: Home', 'title: Home of {company}, since {founded}');
    await directory.edit(insight, 'title: The first insight', 'title: The first of {company}');
    await directory.edit(insight, 'Because it was tested.', 'Because {company} tested it; `{company}` is code.');
    await directory.edit('people.yaml', 'name: Ada One', 'name: Ada One of {company}');
    await directory.edit('positions/engineer.md', 'Care.', 'Care, and {email_careers}.');
    const content = await loadContent(directory.path, siteUrl);
    expect(content.site.contact_section.heading).toBe('Talk to Nadir & Co');
    expect(content.pages.find(({ address }) => address === '/')?.meta.title).toBe('Home of Nadir & Co, since 2022');
    expect(content.people.leadership[0]?.name).toBe('Ada One of Nadir & Co');
    expect(content.positions[0]?.html).toContain('Care, and <a href="mailto:careers@acme.example">');
    const article = await content.articleIndex.find('first-insight');
    expect(article?.title).toBe('The first of Nadir & Co');
    expect(article?.html).toContain('Because Nadir &#x26; Co tested it; <code>{company}</code> is code.');
    expect((await content.articleIndex.list({ search: 'nadir', page: 1, pageSize: 9 })).total).toBe(1);
  });

  test('has warnings about Markdown that a misplaced space turns into text, with file and line', async () => {
    const directory = await contentDirectory();
    const texts = [insight, 'positions/engineer.md', 'legal/privacy-policy.md'];
    for (const file of texts) await directory.write(file, `${await directory.read(file)}\n##Later\n`);
    await directory.edit('people.yaml', 'bio: Ada', 'bio: "-Ada" #');
    const { warnings } = await loadContentOnce(directory.path, siteUrl);
    expect(warnings).toEqual([
      { file: insight, line: 16, message: expect.stringContaining('shows "##Later" literally') },
      { file: 'legal/privacy-policy.md', line: 12, message: expect.stringContaining('shows "##Later" literally') },
      { file: 'positions/engineer.md', line: 16, message: expect.stringContaining('shows "##Later" literally') },
      {
        file: 'people.yaml',
        line: 7,
        field: 'leadership[0].bio',
        message: expect.stringContaining('shows "-Ada" literally'),
      },
    ]);
  });

  test.each([
    ['one dark poster without the other', ['sea-wide-dark.webp']],
    ['one film without the other', ['sea-wide.mp4']],
    ['a film whose ending is in capitals', ['sea-wide.MP4', 'sea-tall.mp4']],
    ['films without posters', ['sky-wide.mp4', 'sky-tall.mp4']],
    ['posters in another format', ['sky-wide.jpg', 'sky-tall.jpg']],
  ])('has a warning about each file of heroes that no page can show: %s', async (_, names) => {
    const directory = await contentDirectory();
    const film = Buffer.from('0000ftypisom');
    const picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#c42' } })
      .webp()
      .toBuffer();
    for (const name of names) await directory.write(`media/heroes/${name}`, /mp4$/iu.test(name) ? film : picture);
    const { warnings } = await loadContentOnce(directory.path, siteUrl);
    expect(warnings.map(({ file }) => file).sort()).toEqual(names.map((name) => `media/heroes/${name}`).sort());
    expect(warnings[0]?.message).toContain('is not shown: a hero has the posters <name>-wide.webp');
  });

  test('has a warning about a banner that is blurred on every screen', async () => {
    const directory = await contentDirectory();
    await directory.edit(insight, 'banner: plates/one.svg', 'banner: wide.png');
    const warningsAt = async (width: number) => {
      const picture = sharp({ create: { width, height: 40, channels: 3, background: '#c42' } });
      await directory.write('media/wide.png', await picture.png().toBuffer());
      return (await loadContentOnce(directory.path, siteUrl)).warnings;
    };
    expect(await warningsAt(399)).toMatchObject([
      { file: insight, field: 'banner', message: expect.stringContaining('has only 399 × 40 pixels') },
    ]);
    expect(await warningsAt(400)).toEqual([]);
  });

  test('links to PDF files of the media folder, in texts and fields', async () => {
    const directory = await contentDirectory();
    await directory.write('media/Bericht ü.pdf', '%PDF-1.7');
    await directory.write('media/news/report.pdf', '%PDF-1.7');
    await directory.edit(home, 'to: /single/first-story/', 'to: /news/report.pdf');
    expect(await problemsOf(directory.path)).toMatchObject([
      { message: expect.stringContaining('; its path is "/media/news/report.pdf"') },
    ]);
    await directory.edit(home, 'to: /news/report.pdf', 'to: /single/first-story/');
    await directory.edit(home, 'to: /single/first-story/', 'to: /media/Bericht%20ü.pdf#page=2');
    await directory.edit('legal/terms-and-condition.md', 'write to', '[read](</media/Bericht ü.pdf>), or');
    const content = await loadContent(directory.path, siteUrl);
    expect(content.media.has('/media/Bericht ü.pdf')).toBe(true);
    expect(content.legal[1]?.parts[0]?.html).toContain('<a href="/media/Bericht%20%C3%BC.pdf">');
  });

  test('is resolved: references become their targets, text becomes safe HTML', async () => {
    const directory = await contentDirectory();
    const content = await loadContent(directory.path, siteUrl);
    const [section] = content.pages.find(({ address }) => address === '/')?.sections ?? [];
    expect(section).toMatchObject({
      partner: {
        logo: {
          name: 'Keel',
          href: 'https://keel.example/',
          symbol: expect.stringMatching(/^\/media\/logos\/sprite\.\w+\.svg#keel$/u),
        },
      },
      drawing: expect.stringMatching(/^<svg viewBox="0 0 40 30" aria-hidden="true">/u),
      links: [{ to: '/single/first-story/' }],
    });
    expect(content.articles.map(({ slug, category, author }) => [slug, category.slug, author.name])).toEqual([
      ['first-insight', 'insights', 'Bo Two'],
      ['first-story', 'success-stories', 'Ada One'],
    ]);
    expect(content.legal[1]?.parts.map(({ id, html }) => [id, html])).toEqual([
      ['acceptance', '<p>Acme asks you to write to <a href="mailto:hello@acme.example">hello@acme.example</a>.</p>'],
      ['changes', '<p>They will be announced.</p>'],
    ]);
    for (const { src } of [content.articles[0]?.banner, content.people.leadership[0]?.portrait].filter(
      (file) => file !== undefined,
    )) {
      expect(content.media.get(src)).toHaveProperty('file');
    }
  });

  test('links to its own pages by path, also where the whole address is written; to others as written', async () => {
    const directory = await contentDirectory();
    const links = `[own](${siteUrl}/who-we-are?a=1) [other](${siteUrl}.evil/who-we-are)`;
    const html = `<a href="/who-we-are?a=1">own</a> <a href="${siteUrl}.evil/who-we-are">other</a>`;
    await directory.edit(insight, 'Because it was tested.', links);
    await directory.edit('positions/engineer.md', 'Care.', links);
    await directory.edit('people.yaml', 'bio: Ada founded it.', `bio: '${links}'`);
    await directory.edit('legal/terms-and-condition.md', 'They will be announced.', links);
    await directory.edit(home, 'to: /single/first-story/', `to: ${siteUrl}/single/first-story/`);
    await directory.edit('site.yaml', 'to: /contact-us#contact', `to: ${siteUrl}.evil/contact-us#contact`);
    const content = await loadContent(directory.path, siteUrl);
    const texts = [
      (await content.articleIndex.find('first-insight'))?.html,
      content.positions[0]?.html,
      content.people.leadership[0]?.bio,
      content.legal[1]?.parts[1]?.html,
    ];
    for (const text of texts) expect(text).toContain(html);
    expect(content.pages.find(({ address }) => address === '/')?.sections[0]).toMatchObject({
      links: [{ to: '/single/first-story/' }],
    });
    expect(content.site.navigation[0]?.to).toBe(`${siteUrl}.evil/contact-us#contact`);
  });

  test('has every legal text at the path of its name', async () => {
    const directory = await contentDirectory();
    await directory.write('legal/imprint.md', await directory.read('legal/terms-and-condition.md'));
    const { legal } = await loadContent(directory.path, siteUrl);
    expect(legal.map(({ address }) => address)).toEqual(['/imprint', '/privacy-policy', '/terms-and-condition']);
  });

  test('has pictures in every text: articles, positions, biographies, legal pages', async () => {
    const directory = await contentDirectory();
    const picture = '![A plate](plates/one.svg "Plate 1")';
    await directory.write('media/news/Plan A.svg', await directory.read('media/plates/one.svg'));
    await directory.edit(insight, 'Because it was tested.', picture.replace('plates/one.svg', 'news/Plan%20A.svg'));
    await directory.edit('positions/engineer.md', 'Care.', picture);
    await directory.edit('people.yaml', 'bio: Ada founded it.', `bio: '${picture}'`);
    await directory.edit('legal/terms-and-condition.md', 'They will be announced.', picture);
    const content = await loadContent(directory.path, siteUrl);
    const shown =
      /<figure><picture><img src="\/media\/(?:plates\/one|news\/plan-a)\.\w+\.svg" alt="A plate" class="drawing" width="40" height="30" loading="lazy" decoding="async"><\/picture><figcaption>Plate 1<\/figcaption><\/figure>$/u;
    expect((await content.articleIndex.find('first-insight'))?.html).toMatch(shown);
    expect(content.positions[0]?.html).toMatch(shown);
    expect(content.people.leadership[0]?.bio).toMatch(shown);
    expect(content.legal[1]?.parts[1]?.html).toMatch(shown);
  });

  test('texts that share a page have no anchors: positions, biographies, parts of legal pages', async () => {
    const directory = await contentDirectory();
    await directory.edit('people.yaml', 'bio: Ada founded it.', 'bio: "### Before"');
    await directory.edit('legal/terms-and-condition.md', 'They will', '### How\n\nThey will');
    const { positions, people, legal } = await loadContent(directory.path, siteUrl);
    expect(positions[0]?.html).toContain('<h3>What you bring</h3>');
    expect(people.leadership[0]?.bio).toBe('<h3>Before</h3>');
    expect(legal[1]?.parts[1]?.html).toContain('<h3>How</h3>');
  });

  test('footnotes of texts that share a page have distinct ids: positions, biographies, parts of legal pages', async () => {
    const directory = await contentDirectory();
    const noted = 'Text.[^1]\n\n[^1]: Note.';
    await directory.edit('positions/engineer.md', 'Care.', noted);
    const engineer = await directory.read('positions/engineer.md');
    await directory.write('positions/draughtsman.md', engineer.replace('AC-100', 'AC-200'));
    await directory.edit('people.yaml', 'bio: Ada founded it.', `bio: ${JSON.stringify(noted)}`);
    await directory.edit('people.yaml', 'bio: ""', `bio: ${JSON.stringify(noted)}`);
    await directory.edit('legal/terms-and-condition.md', '{email}.', '{email}.[^1]');
    await directory.edit('legal/terms-and-condition.md', 'They will be announced.', noted);
    const { positions, people, legal } = await loadContent(directory.path, siteUrl);
    for (const texts of [
      positions.map(({ html }) => html),
      [...people.leadership, ...people.advisors].map(({ bio }) => bio),
      legal[1]?.parts.map(({ html }) => html) ?? [],
    ]) {
      const ids = texts.flatMap((html) => html.match(/(?<= id=")[^"]+/gu));
      // Of a reference, its note and their label in each of two texts.
      expect(ids).toHaveLength(6);
      expect(new Set(ids).size).toBe(6);
    }
  });

  test('has no drafts, and a link to a draft is refused', async () => {
    const directory = await contentDirectory();
    await directory.edit(insight, 'banner_alt', 'draft: true\nbanner_alt');
    expect((await problemsOf(directory.path)).map(({ message }) => message)).toEqual([
      '"/single/first-insight/#why" leads to a page that does not exist; articles/insights/first-insight.md is a draft',
    ]);
    await directory.edit(story, '[the insight](/single/first-insight/#why)', 'this');
    const { articles } = await loadContent(directory.path, siteUrl);
    expect(articles.map(({ slug }) => slug)).toEqual(['first-story']);
  });

  test('finds a picture whose name a Mac has written with decomposed accents', async () => {
    const directory = await contentDirectory();
    await directory.write('media/plates/pie\u0301ton.svg', '<svg viewBox="0 0 9 9"></svg>');
    await directory.edit(insight, 'plates/one.svg', 'plates/pi\u00e9ton.svg');
    expect((await loadContent(directory.path, siteUrl)).articles[0]?.banner.width).toBe(9);
  });

  test('does not include files of programs', async () => {
    const directory = await contentDirectory();
    const before = await loadContent(directory.path, siteUrl);
    await directory.write('pages/.home.yaml.swp', 'x');
    await directory.write('media/.DS_Store', 'x');
    await directory.write('Thumbs.db', 'x');
    await directory.write('lost+found/#12', 'x');
    await directory.write('pages/home.yaml~', 'x');
    await directory.write('pages/#home.yaml#', 'x');
    await directory.write('media/Icon\r', 'x');
    await directory.write('pages/Desktop.ini', 'x');
    await directory.write('articles/Thumbs.db', 'x');
    await directory.write('articles/insights/~$draft.md', 'x');
    await directory.write('media/plates/one.svg~', 'x');
    expect((await loadContent(directory.path, siteUrl)).version).toBe(before.version);
  });
});

describe('The version', () => {
  test.each<[string, (directory: Awaited<ReturnType<typeof contentDirectory>>) => Promise<void>]>([
    ['a page', (directory) => directory.edit(home, 'What we do', 'What we did')],
    ['a text', (directory) => directory.edit(insight, 'Because it was', 'For it was')],
    ['a picture', (directory) => directory.write('media/plates/one.svg', '<svg viewBox="0 0 9 9"></svg>')],
    ['a logo', (directory) => directory.write('media/logos/keel.svg', '<svg viewBox="0 0 9 9"></svg>')],
    ['a drawing', (directory) => directory.write('media/drawings/bridge.svg', '<svg viewBox="0 0 9 9"></svg>')],
    ['a file nothing points at', (directory) => directory.write('media/new.svg', '<svg viewBox="0 0 9 9"></svg>')],
  ])('changes with %s', async (_, change) => {
    const directory = await contentDirectory();
    const before = await loadContent(directory.path, siteUrl);
    await change(directory);
    expect((await loadContent(directory.path, siteUrl)).version).not.toBe(before.version);
  });

  test('does not change with anything invisible: a comment, a rewritten file, a draft', async () => {
    const directory = await contentDirectory();
    const before = await loadContent(directory.path, siteUrl);
    await directory.edit(home, 'address: /', '# The home page.\naddress: /');
    await directory.write(insight, await directory.read(insight));
    const draft = (await directory.read(insight)).replace('id: 2', 'id: 3\ndraft: true');
    await directory.write('articles/insights/a-draft.md', draft);
    expect((await loadContent(directory.path, siteUrl)).version).toBe(before.version);
  });
});
