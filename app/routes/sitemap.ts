import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../context.ts';
import { positionHref } from '../features/careers/position-address.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import { articleHref } from '../features/insights/article-card.ts';
import { sitemapDocument } from './sitemap-document.ts';
import { textAnswer } from './text-answer.ts';

/** `/sitemap.xml`: canonical addresses only (Contract, Addresses); `?part=` where they are too many for one. */
export function loader({ url, context }: LoaderFunctionArgs): Response {
  const { content, siteUrl, today } = context.get(servicesContext);
  const entries = [
    ...content.pages.map(({ address }) => ({ address, changed: undefined })),
    ...content.legal.map(({ address, last_updated }) => ({ address, changed: last_updated })),
    ...openPositions(content.positions, today()).map((position) => ({
      address: positionHref(position),
      changed: position.posted,
    })),
    ...content.articles.map(({ slug, date }) => ({ address: articleHref(slug), changed: date })),
  ];
  const asked = url.searchParams.get('part');
  const text = sitemapDocument(entries, siteUrl, asked === null ? undefined : Number(asked));
  if (text === undefined) return new Response('There is no such part of the sitemap.\n', { status: 404 });
  return textAnswer(text, 'application/xml');
}
