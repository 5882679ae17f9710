import { Lost } from '../features/site/error-page/ErrorPage.tsx';
import { careersPath, contactPath, homePath, listingPath } from '../paths.ts';
import type { Page } from '../server/render-page.tsx';
import { UnlistedHead } from './page-head.tsx';

const suggestions = [
  { label: 'Home', to: homePath },
  { label: 'What we think', to: listingPath },
  { label: 'Contact Us', to: contactPath },
];

/** Pages in the place of one that is not there, is no longer, or failed. */
export const errorPages = {
  notFound: {
    status: 404,
    head: () => <UnlistedHead title="Page not found" />,
    body: () => (
      <Lost
        heading="This span is not built yet."
        text="The address leads to open water. Nothing is broken on your side: the page has moved, or never stood. (404)"
        links={suggestions}
        searchAt={listingPath}
      />
    ),
  },
  positionClosed: {
    status: 410,
    head: () => <UnlistedHead title="No longer open" />,
    body: () => (
      <Lost
        heading="This position is no longer open."
        text="Its last day has passed. Others may be open now, and we read what reaches our mailbox with or without a vacancy. (410)"
        links={[{ label: 'Open positions', to: careersPath }, ...suggestions]}
      />
    ),
  },
  previewExpired: {
    status: 410,
    head: () => <UnlistedHead title="This preview has ended" />,
    body: () => (
      <Lost
        heading="This preview has ended."
        text="The link showed a page before it was published, and its time is over. Ask whoever sent it for a new one. (410)"
        links={suggestions}
      />
    ),
  },
  serverError: {
    status: 500,
    head: () => <UnlistedHead title="Something gave way" />,
    body: () => (
      <Lost
        heading="Something gave way."
        text="The fault is ours, it has been noted, and nothing you sent is lost. Please try again in a moment. (500)"
        links={suggestions}
      />
    ),
  },
} as const satisfies Record<string, Page>;
