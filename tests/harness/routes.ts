import type { APIRequestContext } from '@playwright/test';
import { careersPath, homePath, listingPath, privacyPath } from '../../app/paths.ts';
import { articles, positions, screens } from './content.ts';

/** The first article of each kind, which represents the others: all of a kind are built alike. */
const articlesOfEachKind = ['success-stories', 'insights'].flatMap(
  (category) => articles.find((article) => article.category === category) ?? [],
);

const addressesOfArticles = articlesOfEachKind.map(({ slug }) => `/single/${slug}/`);

/** One path of each kind of screen with its own code. */
export const kindsOfScreen = [
  homePath,
  listingPath,
  '/what-we-think?category=insights',
  careersPath,
  privacyPath,
  ...addressesOfArticles,
];

/** Every page, both tabs of the listing, an article and a success story. */
export const routes = [
  ...new Set(screens.map(({ canonical }) => canonical)),
  '/what-we-think?category=insights',
  ...addressesOfArticles,
];

/** The page of the first position, whose path the sitemap names. @throws if it does not */
export async function pathOfPosition(request: APIRequestContext): Promise<string> {
  const [position] = positions;
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const [, address] = new RegExp(`<loc>[^<]*?(/join-us/${position?.job_id}/[^<]*)</loc>`, 'u').exec(sitemap) ?? [];
  if (address === undefined) throw new Error('The sitemap names no position');
  return address;
}
