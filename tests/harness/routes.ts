import type { APIRequestContext } from '@playwright/test';
import { articles, positions, screens } from './content.ts';

/** What is looked at as the first article of its kind: all of a kind are built alike. */
const articlesOfEachKind = ['success-stories', 'insights'].flatMap(
  (category) => articles.find((article) => article.category === category) ?? [],
);

/** One address of each kind of screen: every page, both tabs of the listing, an article and a success story. */
export const routes = [
  ...new Set(screens.map(({ canonical }) => canonical)),
  '/what-we-think?category=insights',
  ...articlesOfEachKind.map(({ slug }) => `/single/${slug}/`),
];

/** The page of the first position, whose address only the site knows. @throws where the sitemap does not name it */
export async function pathOfPosition(request: APIRequestContext): Promise<string> {
  const [position] = positions;
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const [, address] = new RegExp(`<loc>[^<]*?(/join-us/${position?.job_id}/[^<]*)</loc>`, 'u').exec(sitemap) ?? [];
  if (address === undefined) throw new Error('The sitemap names no position');
  return address;
}
