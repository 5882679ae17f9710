import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { servicesContext } from '../context.ts';
import type { Route } from './+types/page.ts';
import { describePage, rootData } from './page-meta.ts';
import { loadPage, PageScreen } from './page-screen.tsx';

/** A screen that is one content file. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const { content } = context.get(servicesContext);
  const screen = loadPage(content, url.pathname);
  if (!screen) throw data(null, { status: 404 });
  return { screen };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = rootData(matches);
  if (!loaderData || !root) return [];
  const { page, shareImage } = loaderData.screen;
  return describePage({ meta: page.meta, canonical: page.address, shareImage }, root);
};

export default function PageRoute() {
  return <PageScreen screen={useLoaderData<typeof loader>().screen} />;
}
