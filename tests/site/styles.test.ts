import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { pathsOf, type SharedSite, sharedSite } from './app.ts';
import { elementsOf } from './html.ts';

// Each page carries the rules of the components that are on it, and no others (app/server/page-styles.ts).

interface Page {
  address: string;
  css: string;
  /** Of the policy's `style-src`. */
  sources: readonly string[];
  /** Names of the sheets whose classes are in the HTML, and of those whose rules are in the stylesheet. */
  worn: ReadonlySet<string>;
  carried: ReadonlySet<string>;
  /** Classes of the contact form. */
  formClasses: readonly string[];
}

let site: SharedSite;
let pages: Page[];

/** The suffix of a class identifies its sheet (`vite.config.ts`). */
const sheetOf = (name: string) => /^[A-Za-z][\w-]*_([\w-]+)$/u.exec(name)?.[1];
const sheetsOf = (names: Iterable<string>) => new Set([...names].flatMap((name) => sheetOf(name) ?? []));
const classesIn = (css: string) => [...css.matchAll(/\.([A-Za-z][\w-]*)/gu)].map(([, name = '']) => name);

beforeAll(async () => {
  site = await sharedSite();
  pages = await Promise.all(
    pathsOf(site.content()).map(async (address) => {
      const response = await site.get(address);
      const elements = elementsOf(await response.text());
      const policy = response.headers.get('content-security-policy') ?? '';
      const [css = '', ...others] = elements.filter(({ name }) => name === 'style').map(({ text }) => text);
      expect(others, address).toEqual([]);
      return {
        address,
        css,
        sources: /style-src ([^;]*)/u.exec(policy)?.[1]?.split(' ') ?? [],
        worn: sheetsOf(elements.flatMap(({ attributes }) => attributes.class?.split(/\s+/u) ?? [])),
        carried: sheetsOf(classesIn(css)),
        formClasses: elements
          .filter(({ name, attributes }) => name === 'form' && attributes.method === 'post')
          .flatMap(({ attributes }) => attributes.class?.split(/\s+/u) ?? []),
      };
    }),
  );
});

test('begins with the order of layers', () => {
  for (const { address, css } of pages) {
    expect(css, address).toMatch(/^@layer [\w-]+(?:, ?[\w-]+)+;/u);
    expect(css.match(/@layer [\w-]+,/gu), address).toHaveLength(1);
  }
});

test('has the rules of every component of the page, and of no other', () => {
  const ruled = new Set(pages.flatMap(({ carried }) => [...carried]));
  expect(ruled.size).toBeGreaterThan(10);
  for (const { address, worn, carried } of pages) {
    expect(
      [...carried].filter((sheet) => !worn.has(sheet)),
      `${address} has rules for nothing`,
    ).toEqual([]);
    expect(
      [...worn].filter((sheet) => ruled.has(sheet) && !carried.has(sheet)),
      `${address} lacks rules`,
    ).toEqual([]);
  }
  // A legal text has no form, and every page with one has its rules.
  const [form = ''] = sheetsOf(pages.flatMap(({ formClasses }) => formClasses));
  expect(form).not.toBe('');
  expect(pages.find(({ address }) => address === '/privacy-policy')?.carried.has(form)).toBe(false);
  expect(pages.find(({ address }) => address === '/contact-us')?.carried.has(form)).toBe(true);
});

test('is named by one hash, the same for the same set of components', () => {
  const sourceOfSet = new Map<string, string>();
  for (const { address, css, sources, carried } of pages) {
    const source = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
    expect(sources, address).toEqual(["'self'", source]);
    const set = [...carried].sort().join();
    expect(sourceOfSet.get(set) ?? source, address).toBe(source);
    sourceOfSet.set(set, source);
  }
  expect(sourceOfSet.size).toBeGreaterThan(1);
  expect(sourceOfSet.size).toBeLessThan(pages.length);
});
