import type { SiteContent } from '../content/site-content.ts';
import { resultsAt } from '../features/articles/listing-state.ts';
import { ErrorPage, type ErrorPageProps } from '../features/site/error-page/ErrorPage.tsx';
import { careersPath, contactPath, homePath, listingPath } from '../paths.ts';
import type { Page } from '../server/render-page.tsx';
import { httpErrors } from '../shared/http-errors.ts';
import { unlistedHead } from './page-head.tsx';

const suggestions = [
  { label: 'Home', to: homePath },
  // A filled position may be gone from the content, and its URL then is an unknown path.
  { label: 'Open positions', to: careersPath },
  { label: 'What we think', to: listingPath },
  { label: 'Contact Us', to: contactPath },
];

/** Creates an error page for people. @param page.title of the document */
function errorPage(
  code: 'foreign_origin' | 'not_found' | 'gone' | 'not_available_yet' | 'internal_error',
  page: Partial<ErrorPageProps> & { title: string; heading: string; text: string; headers?: Page['headers'] },
) {
  const { title, text, headers = {}, ...more } = page;
  const { status } = httpErrors[code];
  return {
    status,
    headers,
    head: unlistedHead(title),
    body: () => <ErrorPage suggestions={suggestions} {...more} text={`${text} (${status})`} />,
  } satisfies Page;
}

/** The page of an article or position that is not there. Search engines drop a page that is 404, but not one that is 503. */
export const missingPage = ({ isPartial }: Pick<SiteContent, 'isPartial'>) =>
  isPartial ? errorPages.notAvailableYet : errorPages.notFound;

/** Pages for errors: refused, not found, gone, not available yet, or failed. */
export const errorPages = {
  foreignForm: errorPage('foreign_origin', {
    title: 'Not sent',
    heading: 'This form came from elsewhere.',
    text: 'It was sent from a translated or saved copy of our page, or from another site, so we did not accept it. Go back to copy what you wrote, then send it from our own page.',
    // Without a stored copy, Back to the response of a POST is an error in the browser.
    headers: { 'Cache-Control': 'private, no-cache' },
  }),
  notFound: errorPage('not_found', {
    title: 'Page not found',
    heading: 'This span is not built yet.',
    text: 'The address leads to open water. Nothing is broken on your side: the page has moved, or never stood.',
    searchAt: resultsAt,
  }),
  positionClosed: errorPage('gone', {
    title: 'No longer open',
    heading: 'This position is no longer open.',
    text: 'Its last day has passed. Others may be open now, and we read what reaches our mailbox with or without a vacancy.',
  }),
  previewExpired: errorPage('gone', {
    title: 'This preview has ended',
    heading: 'This preview has ended.',
    text: 'The link showed a page before it was published, and its time is over. Ask whoever sent it for a new one.',
  }),
  notAvailableYet: errorPage('not_available_yet', {
    title: 'Not available yet',
    heading: 'This span is on its way.',
    text: httpErrors.not_available_yet.message,
    headers: { 'Retry-After': '60' },
  }),
  serverError: errorPage('internal_error', {
    title: 'Something gave way',
    heading: 'Something gave way.',
    text: 'The fault is ours, it has been noted, and nothing you sent is lost. Please try again in a moment.',
  }),
} as const;
