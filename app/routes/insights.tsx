import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { servicesContext } from '../context.ts';
import { InsightsListing } from '../features/insights/listing/InsightsListing.tsx';
import { listingData } from '../features/insights/listing-data.ts';
import { listingHref, listingPath, readListingState } from '../features/insights/listing-state.ts';
import type { Route } from './+types/insights.ts';
import { describePage, rootData } from './page-meta.ts';
import { loadPage, PageScreen } from './page-screen.tsx';

/** `/what-we-think`: the page's own sections, with the listing in its slot. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { content } = context.get(servicesContext);
  const screen = loadPage(content, listingPath);
  if (!screen) throw data(null, { status: 404 });
  const state = readListingState(url.searchParams);
  const listing = await listingData(content.articleIndex, content.taxonomy, state);
  // A page past the end is a stale link, never an empty screen (Ruling 16).
  if (state.page > listing.pageCount) throw redirect(listingHref({ ...state, page: listing.pageCount }), 303);
  return { screen, listing };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = rootData(matches);
  if (!loaderData || !root) return [];
  const { state } = loaderData.listing;
  // Searches and filters are views of the same list: the list itself is the address to remember.
  const canonical = listingHref({ ...state, search: '', topics: [], industries: [] });
  const { page, shareImage } = loaderData.screen;
  return describePage({ meta: page.meta, canonical, shareImage }, root);
};

export default function InsightsRoute() {
  const { screen, listing } = useLoaderData<typeof loader>();
  return <PageScreen screen={screen} slots={{ insights: <InsightsListing listing={listing} /> }} />;
}
