import { articleHref, homeName, homePath, mediaPrefix, positionHref } from '../paths.ts';
import type { ImageFile } from '../platform/content/fields.ts';
import { type Card, type CardArt, cardFormat, hashOfCard } from '../platform/media/card.ts';
import type { ServedMedia, SiteContent } from './site-content.ts';

/** The page of a shared link, as its picture shows it (Specification 3, Page meta). */
export interface ShareSubject {
  /** Canonical path. */
  path: string;
  title: string;
  art?: { kind: CardArt['kind']; src: string } | undefined;
}

/** The parts of the site's content that pictures of shared links show. */
export type ShareContent = Pick<SiteContent, 'site' | 'pages' | 'legal' | 'articles' | 'positions' | 'media'>;

/** Number of newest articles whose pictures are drawn in advance; those of older ones are drawn on request. */
const drawnAhead = 200;

const urlPattern = new RegExp(`^${mediaPrefix}og(/.*)\\.([0-9a-f]{12})\\.(?:png|jpg)$`, 'u');

/** The picture of a page: its title and the first poster of its hero. */
export function subjectOfPage({ address, meta, hero }: SiteContent['pages'][number]): ShareSubject {
  const media = hero.type === 'slider' ? hero.slides[0]?.media : hero.media;
  return { path: address, title: meta.title, art: media && { kind: 'scene', src: media.poster.wide.src } };
}

/** The picture of an article: its title and its banner. */
export const subjectOfArticle = ({ slug, title, banner }: SiteContent['articles'][number]): ShareSubject => ({
  path: articleHref(slug),
  title,
  art: banner && artOfPicture(banner),
});

/** The picture of a position: its title alone. */
export const subjectOfPosition = (position: SiteContent['positions'][number]): ShareSubject => ({
  path: positionHref(position),
  title: position.title,
});

/** The picture of a legal page: its title alone. */
export const subjectOfLegalPage = ({ address, title }: SiteContent['legal'][number]): ShareSubject => ({
  path: address,
  title,
});

/** Returns the URL of the picture of a shared link. It changes with the title, the company's name and the art. */
export function shareImageUrl(content: ShareContent, subject: ShareSubject): string {
  const card = cardOf(content, subject);
  const name = subject.path === homePath ? homeName : subject.path.replace(/\/$/u, '');
  return `${mediaPrefix}og${name}.${hashOfCard(card)}.${cardFormat(card)}`;
}

/** Finds the picture of a URL below `/media/og/`. `isCurrent` is false for an earlier picture, which social networks still request. */
export function shareImageAt(content: ShareContent, pathname: string): { card: Card; isCurrent: boolean } | undefined {
  const [, name, hash] = urlPattern.exec(pathname) ?? [];
  const subject = name === undefined ? undefined : subjectAt(content, name === homeName ? homePath : name);
  if (!subject) return undefined;
  const card = cardOf(content, subject);
  return { card, isCurrent: hash === hashOfCard(card) };
}

/** Returns the pictures to draw in advance: those of all pages, positions and newer articles. */
export function shareImagesAhead(content: ShareContent): Card[] {
  return [
    ...content.pages.map(subjectOfPage),
    ...content.legal.map(subjectOfLegalPage),
    ...content.positions.map(subjectOfPosition),
    ...content.articles.slice(0, drawnAhead).map(subjectOfArticle),
  ].map((subject) => cardOf(content, subject));
}

function subjectAt({ pages, legal, articles, positions }: ShareContent, path: string): ShareSubject | undefined {
  const page = pages.find(({ address }) => address === path);
  if (page) return subjectOfPage(page);
  const legalPage = legal.find(({ address }) => address === path);
  if (legalPage) return subjectOfLegalPage(legalPage);
  const position = positions.find((item) => positionHref(item) === path);
  if (position) return subjectOfPosition(position);
  const article = articles.find(({ slug }) => articleHref(slug) === `${path}/`);
  return article && subjectOfArticle(article);
}

/** Creates the card of a subject. One without art gets the home page's. */
function cardOf({ site, pages, media }: ShareContent, { title, art }: ShareSubject): Card {
  const home = pages.find(({ address }) => address === homePath);
  const shown = art ?? (home && subjectOfPage(home).art);
  const source = shown && sourceOf(media.get(shown.src));
  return { title, company: site.name, art: shown && source && { kind: shown.kind, url: shown.src, source } };
}

const artOfPicture = ({ src, opaque }: ImageFile) => ({
  kind: opaque ? ('photograph' as const) : ('drawing' as const),
  src,
});

function sourceOf(served: ServedMedia | undefined): CardArt['source'] | undefined {
  if (!served) return undefined;
  if ('picture' in served) return { file: served.picture.source.file };
  return 'bytes' in served ? { bytes: served.bytes } : { file: served.file };
}
