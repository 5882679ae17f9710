import { articleHref } from '../../paths.ts';
import { shortenToCharacters } from '../../shared/shorten.ts';
import type { ArticleSummary } from './article.schema.ts';
import { excerptLength } from './limits.ts';

/** The fields of an article that a card shows, so that bodies stay on the server. */
export interface ArticleCard {
  slug: string;
  href: string;
  category: ArticleSummary['category']['slug'];
  title: string;
  /** Plain text, at most 200 characters. */
  excerpt: string;
  /** Minutes. */
  readTime: number;
  author: ArticleSummary['author'];
  /** ISO date. */
  date: string;
  thumbnail: ArticleSummary['banner'];
}

export function cardOf(article: ArticleSummary): ArticleCard {
  return {
    slug: article.slug,
    href: articleHref(article.slug),
    category: article.category.slug,
    title: article.title,
    excerpt: shortenToCharacters(article.excerpt, excerptLength),
    readTime: article.readTime,
    author: article.author,
    date: article.date,
    thumbnail: article.banner,
  };
}
