import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent } from '../../app/content/load-content.ts';
import type { SiteContent } from '../../app/content/site-content.ts';
import type { SectionOf, SectionType } from '../../app/features/pages/page.schema.ts';

// The project's own content is valid and has the numbers of Specification 9. Copy belongs to marketing: the tests quote none.

let content: SiteContent;

beforeAll(async () => {
  content = await loadContent(fileURLToPath(new URL('../../content', import.meta.url)), 'https://www.acme.example');
});

function section<Type extends SectionType>(address: string, type: Type): SectionOf<Type> {
  const page = content.pages.find((item) => item.address === address);
  const found = page?.sections.find((item): item is SectionOf<Type> => item.type === type);
  return found ?? expect.fail(`${address} has no section ${type}`);
}
const countsOf = (groups: readonly (readonly unknown[])[]) => groups.map(({ length }) => length);

describe('Counts of Specification 9', () => {
  test('17 disruptors, each an external URL', () => {
    const { logos } = section('/', 'logo-carousel');
    expect(logos).toHaveLength(17);
    expect(new Set(logos.map(({ id }) => id)).size).toBe(17);
    for (const { href } of logos) expect(href).toMatch(/^https:/u);
  });

  test('17 companies of the portfolio, with an order for wide and one for narrow screens', () => {
    const { wide, narrow } = section('/ventures', 'portfolio');
    expect(countsOf([wide, narrow])).toEqual([17, 17]);
    expect(wide.map(({ id }) => id)).not.toEqual(narrow.map(({ id }) => id));
    for (const { href } of wide) expect(href).toMatch(/^https:/u);
  });

  test('the partner wall: 6 and 6 on desktops, 4 to a row on tablets, 9 and 3 on phones', () => {
    const { wide, medium = [], narrow } = section('/', 'logo-wall');
    expect(countsOf(wide)).toEqual([6, 6]);
    expect(countsOf(medium)).toEqual([4, 4, 4]);
    expect(countsOf(narrow)).toEqual([9, 3]);
  });

  test.each(['/healthcare', '/financial-services', '/high-tech', '/industrial'])(
    '8 marks and 2 articles on %s',
    (address) => {
      const { logos, articles } = section(address, 'ecosystem');
      expect(countsOf([logos, articles])).toEqual([8, 2]);
    },
  );

  test('3 offices, the first the headquarters', () => {
    expect(content.offices.map(({ headquarters }) => headquarters)).toEqual([true, false, false]);
  });

  test('4 leaders with a biography; 10 advisers, of whom some have none and one has no profile', () => {
    const { leadership, advisors } = content.people;
    expect(countsOf([leadership, advisors])).toEqual([4, 10]);
    expect(leadership.every(({ bio }) => bio !== '')).toBe(true);
    expect(advisors.some(({ bio }) => bio === '')).toBe(true);
    expect(advisors.some(({ bio }) => bio !== '')).toBe(true);
    expect([...leadership, ...advisors].filter(({ linkedin }) => linkedin === '/')).toHaveLength(1);
  });

  test('14 parts of the terms and 3 of the privacy policy', () => {
    const parts = (address: string) => content.legal.find((page) => page.address === address)?.parts.length;
    expect([parts('/terms-and-condition'), parts('/privacy-policy')]).toEqual([14, 3]);
    const specified = content.legal.filter(({ address }) => address !== '/accessibility');
    expect(specified.map(({ last_updated }) => last_updated)).toEqual(['2024-03-01', '2024-03-01']);
  });

  test('4 slides of the home page, 4 products, 4 steps of the method', () => {
    const home = content.pages.find(({ address }) => address === '/');
    expect(home?.hero.type === 'slider' && home.hero.slides).toHaveLength(4);
    const products = section('/speedx-products', 'products').items;
    expect(products.map(({ figure }) => figure.value)).toEqual([60, 40, 60, 30]);
    const { steps } = section('/speedx-platform', 'workflow');
    expect(steps.map(({ name }) => name[0])).toEqual(['D', 'A', 'R', 'T']);
  });

  test('founded 2022, copyright 2024, three social profiles', () => {
    const { founded, copyright_year, footer } = content.site;
    expect([founded, copyright_year, footer.social.profiles.length]).toEqual([2022, 2024, 3]);
  });
});

describe('Enough to browse', () => {
  test('24 insights and 12 success stories', () => {
    const ofCategory = (category: string) => content.articles.filter((article) => article.category.slug === category);
    expect(ofCategory('insights').length).toBeGreaterThanOrEqual(24);
    expect(ofCategory('success-stories').length).toBeGreaterThanOrEqual(12);
  });

  test.each(['topics', 'industries'] as const)('the filter lists no %s without an article', (kind) => {
    const used = new Set(content.articles.flatMap((article) => article[kind].map(({ slug }) => slug)));
    const withoutArticle = content.taxonomy[kind].map(({ slug }) => slug).filter((slug) => !used.has(slug));
    expect(withoutArticle, `${kind} of content/taxonomy.yaml that no article names`).toEqual([]);
  });

  test('10 positions in 4 categories', () => {
    expect(content.positions.length).toBeGreaterThanOrEqual(10);
    expect(new Set(content.positions.map(({ category }) => category.slug)).size).toBeGreaterThanOrEqual(4);
  });

  test('no article is dated after the day it was committed, and no two share an id', () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(content.articles.filter(({ date }) => date > today).map(({ slug }) => slug)).toEqual([]);
    expect(new Set(content.articles.map(({ id }) => id)).size).toBe(content.articles.length);
  });
});

describe('Nothing real is named (Ruling 1)', () => {
  test('every external URL and every mailbox has a reserved domain (RFC 2606)', () => {
    const text = JSON.stringify({ ...content, media: undefined });
    const addresses = text.matchAll(/https?:\/\/([\w.-]+)|[\w.+-]+@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})/gu);
    const domains = new Set([...addresses].map(([, host, mailHost]) => host ?? mailHost ?? ''));
    expect([...domains].filter((domain) => !/(?:^|\.)example(?:\.(?:com|org|net))?$/u.test(domain))).toEqual([]);
  });
});
