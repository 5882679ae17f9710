import { InsightsListing } from '../features/articles/listing/InsightsListing.tsx';
import { listingData } from '../features/articles/listing-data.ts';
import { listingHref, noChoices, readListingState } from '../features/articles/listing-state.ts';
import { listingPath } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { findContentPage, showContentPage } from './content-sections.tsx';
import { errorPages } from './error-pages.tsx';

/** `/what-we-think`: the page's own sections, with the listing in its slot. */
export async function insightsPage({ env, req, redirect }: RouteContext): Promise<Page | Response> {
  const { content } = env;
  const found = findContentPage(content, listingPath);
  if (!found) return errorPages.notFound;
  const state = readListingState(new URL(req.url).searchParams);
  const listing = await listingData(content.articleIndex, content.taxonomy, state);
  // A page past the end is a stale link, never an empty screen (Ruling 16).
  if (state.page > listing.pageCount) return redirect(listingHref({ ...state, page: listing.pageCount }), 303);
  // Searches and filters are views of the same list, so the list's URL is canonical.
  const canonical = listingHref({ ...state, ...noChoices });
  const tab = listing.categories.find(({ slug }) => slug === state.category)?.name;
  return showContentPage(found, {
    canonical,
    view: canonical === listingPath ? undefined : `${tab}${state.page > 1 ? `, page ${state.page}` : ''}`,
    slots: { insights: <InsightsListing listing={listing} /> },
  });
}
