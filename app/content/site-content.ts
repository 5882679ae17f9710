import type { Article, ArticleSummary, Taxonomy } from '../features/articles/article.schema.ts';
import type { ArticleIndex } from '../features/articles/article-index.ts';
import type { Position, PositionCategory } from '../features/careers/position.schema.ts';
import type { LegalPage } from '../features/legal/legal.schema.ts';
import type { Office } from '../features/pages/offices.schema.ts';
import type { Page } from '../features/pages/page.schema.ts';
import type { People } from '../features/pages/people.schema.ts';
import type { Site } from '../features/site/site.schema.ts';
import type { MailLabels } from '../features/submissions/mail/mail.schema.ts';
import type { Path } from '../platform/content/reference.ts';
import type { PicturesInUse } from '../platform/media/image-store.ts';
import type { PictureVariant } from '../platform/media/variants.ts';

/** A link of a file's data that leads to an article or a position, which come and go. */
export interface ContentLink {
  /** The path of the page that the file is; absent for the site's own file. */
  page?: string | undefined;
  /** Path of the link in the data. */
  path: Path;
  to: string;
}

/** What is served below `/media/`: a file on disk, bytes made from one or several files, or a picture to be made on request. */
export type ServedMedia = { file: string } | { bytes: Uint8Array; type: string } | { picture: PictureVariant };

/**
 * All that visitors read, checked and resolved: a value that never changes. A change of files makes a new one, and so does
 * a time at which something else is shown.
 */
export interface SiteContent {
  /** Rendered pages are cached for one version. */
  version: string;
  /** The day, as an ISO date in UTC. */
  today: string;
  site: Site;
  /** Of the mails that visitors get. */
  mailLabels: MailLabels;
  /** In the order of their paths. */
  pages: readonly Page[];
  people: People;
  offices: readonly Office[];
  taxonomy: Taxonomy;
  /** Those that are shown now, newest first, without their texts. */
  articles: readonly ArticleSummary[];
  /** The same articles, to be listed, found and read. */
  articleIndex: ArticleIndex;
  /**
   * Any article of the content directory, drafts and those of another time included; undefined where a content host has the
   * articles.
   */
  previewArticle: ((slug: string) => Promise<Article | undefined>) | undefined;
  positionCategories: readonly PositionCategory[];
  /** Newest first. */
  positions: readonly Position[];
  legal: readonly LegalPage[];
  media: ReadonlyMap<string, ServedMedia>;
  /** What has been made of pictures, or will be, so that the rest can go. */
  pictures: PicturesInUse;
  /** Links of pages and of the site's own file to articles and positions, which come and go. */
  contentLinks: readonly ContentLink[];
}

/** What is the same from one change of files to the next. */
export type LastingContent = Omit<SiteContent, 'version' | 'today' | 'articles' | 'articleIndex'>;
