import { textOfHtml } from '../../platform/html/markdown.ts';
import type { Prepare } from '../../platform/search-index/document-store.ts';
import type { HostArticle } from './host-article.server.ts';
import { readTimeOf } from './read-time.ts';

/** The data stored with a host article's HTML. */
export type PreparedHostArticle = Omit<HostArticle, 'html' | 'readTime'> & { readTime: number };

/** Turns a stored article of an external content host into a document (`Prepare`). This program wrote its file. */
export const prepare: Prepare = (_file, text) => {
  const { html, ...article } = JSON.parse(text) as HostArticle;
  const plainText = textOfHtml(html);
  const prepared: PreparedHostArticle = { ...article, readTime: article.readTime ?? readTimeOf(plainText) };
  return {
    document: {
      data: JSON.stringify(prepared),
      body: html,
      heading: article.title,
      summary: article.excerpt,
      text: plainText,
    },
  };
};
