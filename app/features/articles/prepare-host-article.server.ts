import { textOfHtml } from '../../platform/html/markdown.ts';
import type { Prepare } from '../../platform/search-index/document-store.ts';
import type { HostArticle } from './host-article.server.ts';
import { readTimeOf } from './read-time.ts';

/** What is stored of a host's article beside its HTML. */
export type PreparedHostArticle = Omit<HostArticle, 'html' | 'readTime'> & { readTime: number };

/** Makes a document of an article that was stored from an outside content host (`Prepare`). Its file was written by this program. */
export const prepare: Prepare = (_file, text) => {
  const { html, ...article } = JSON.parse(text) as HostArticle;
  const words = textOfHtml(html);
  const prepared: PreparedHostArticle = { ...article, readTime: article.readTime ?? readTimeOf(words) };
  return {
    document: {
      data: JSON.stringify(prepared),
      body: html,
      heading: article.title,
      summary: article.excerpt,
      text: words,
    },
  };
};
