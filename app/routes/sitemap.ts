import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../context.ts';
import { sitemapDocument } from './sitemap-document.ts';
import { sitemapEntries } from './sitemap-entries.ts';
import { textAnswer } from './text-answer.ts';

/** `/sitemap.xml`: canonical addresses only (Contract, Addresses); `?part=` where they are too many for one. */
export function loader({ url, context }: LoaderFunctionArgs): Response {
  const { content, siteUrl, today } = context.get(servicesContext);
  const entries = sitemapEntries(content, today());
  const asked = url.searchParams.get('part');
  const text = sitemapDocument(entries, siteUrl, asked === null ? undefined : Number(asked));
  if (text === undefined) return new Response('There is no such part of the sitemap.\n', { status: 404 });
  return textAnswer(text, 'application/xml');
}
