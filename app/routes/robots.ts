import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../context.ts';
import { textAnswer } from './text-answer.ts';

/** `/robots.txt`: everything may be read; the calls are not pages. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { siteUrl } = context.get(servicesContext);
  return textAnswer(
    `User-agent: *\nDisallow: /wp-json/\nDisallow: /mail/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    'text/plain',
  );
}
