import { expect, test } from 'vitest';
import { maxEntries, sitemapDocument } from './sitemap-document.ts';

const siteUrl = 'https://acme.example';
const entriesOf = (length: number) =>
  Array.from({ length }, (_, index) => ({ href: `/a-${index}`, changed: index % 2 ? '2026-01-02' : undefined }));
const urlsIn = (text: string | undefined) => [...(text ?? '').matchAll(/<loc>(.*?)<\/loc>/gu)].map(([, href]) => href);

test('creates one sitemap for a few URLs', () => {
  const text = sitemapDocument(entriesOf(2), siteUrl, undefined);
  expect(text).toContain('<url><loc>https://acme.example/a-0</loc></url>');
  expect(text).toContain('<url><loc>https://acme.example/a-1</loc><lastmod>2026-01-02</lastmod></url>');
  expect(sitemapDocument(entriesOf(2), siteUrl, 1)).toBe(text);
});

test('creates one sitemap up to the limit, and an index of two above it', () => {
  const full = sitemapDocument(entriesOf(maxEntries), siteUrl, undefined);
  expect(full).toContain('<urlset');
  expect(urlsIn(full)).toHaveLength(50_000);
  const list = sitemapDocument(entriesOf(maxEntries + 1), siteUrl, undefined);
  expect(list).toContain('<sitemapindex');
  expect(urlsIn(list)).toHaveLength(2);
  expect(urlsIn(sitemapDocument(entriesOf(maxEntries + 1), siteUrl, 2))).toEqual([`${siteUrl}/a-${maxEntries}`]);
});

test('an index has the last change of each sitemap, if it is known', () => {
  const entries = entriesOf(maxEntries + 1).with(7, { href: '/a-7', changed: '2026-03-04' });
  const list = sitemapDocument(entries, siteUrl, undefined) ?? '';
  expect([...list.matchAll(/<lastmod>(.*?)<\/lastmod>/gu)].map(([, day]) => day)).toEqual(['2026-03-04']);
});

test('creates an index of sitemaps with each URL once when the URLs exceed one sitemap', () => {
  const entries = entriesOf(2 * maxEntries + 1);
  const list = sitemapDocument(entries, siteUrl, undefined);
  expect(list).toContain('<sitemapindex');
  expect(urlsIn(list)).toEqual([1, 2, 3].map((part) => `${siteUrl}/sitemap.xml?part=${part}`));
  const held = [1, 2, 3].map((part) => urlsIn(sitemapDocument(entries, siteUrl, part)));
  expect(held.map(({ length }) => length)).toEqual([maxEntries, maxEntries, 1]);
  expect(new Set(held.flat()).size).toBe(entries.length);
});

test.each([0, 2, -1, 1.5, Number.NaN])('returns undefined for part %d of a single sitemap', (part) => {
  expect(sitemapDocument(entriesOf(3), siteUrl, part)).toBeUndefined();
});
