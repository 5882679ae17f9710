import type { ArticleSummary } from '../features/articles/article.schema.ts';
import { createArticleCatalogue } from '../features/articles/article-catalogue.server.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import type { ScheduledContent, ScheduledVersion } from '../platform/content/store.ts';
import { createByteBoundedCache } from '../platform/http/byte-bounded-cache.ts';
import type { DocumentStore } from '../platform/search-index/document-store.ts';
import { dayMs } from '../shared/iso-time.ts';
import { contentWithoutAbsentLinks, indexWithoutAbsentLinks } from './absent-links.ts';
import type { SiteContent, UnscheduledContent } from './site-content.ts';

/** Memory for rendered articles, bytes. Each rendered page reads one; the feed reads many. */
const renderingsBytes = 8 * 1024 * 1024;

/**
 * Creates content that changes with time: articles appear and expire, days pass.
 * @param articles all articles but drafts, each with its document
 * @param options.isAbsent whether a path that content links to has no page at a time, ms since 1970
 */
export function scheduleContent(
  version: string,
  unscheduled: UnscheduledContent,
  articles: readonly { document: number; summary: ArticleSummary }[],
  documents: DocumentStore,
  {
    render,
    isAbsent,
    warnings,
  }: {
    render: (body: string) => string;
    isAbsent: (path: string, time: number) => boolean;
    warnings: readonly ContentProblem[];
  },
): ScheduledContent<SiteContent> {
  const renderings = createByteBoundedCache({
    maxBytes: renderingsBytes,
    sizeOf: (html) => html.length * 2,
    make: render,
  });
  const catalogue = createArticleCatalogue(articles, documents, (body) => renderings.memo(body));
  return {
    version,
    warnings,
    at(time): ScheduledVersion<SiteContent> {
      const { from, until } = windowAround(time.getTime(), catalogue.changeTimes);
      const { articles, index } = catalogue.at(from);
      const since = new Date(from).toISOString();
      const isAbsentNow = (path: string) => isAbsent(path, from);
      return {
        content: {
          ...contentWithoutAbsentLinks(unscheduled, isAbsentNow),
          version: `${version}-${since}`,
          today: since.slice(0, 10),
          articles,
          articleIndex: indexWithoutAbsentLinks(index, isAbsentNow),
        },
        from,
        until,
      };
    },
  };
}

/** Returns the period around a time in which nothing appears or expires. @param changes times, ms since 1970, ascending */
function windowAround(now: number, changes: readonly number[]): { from: number; until: number } {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const next = changes.find((change) => change > now) ?? Number.POSITIVE_INFINITY;
  const last = changes.findLast((change) => change <= now) ?? Number.NEGATIVE_INFINITY;
  return { from: Math.max(midnight, last), until: Math.min(midnight + dayMs, next) };
}
