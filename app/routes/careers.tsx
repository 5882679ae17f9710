import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { servicesContext } from '../context.ts';
import { PositionList } from '../features/careers/PositionList.tsx';
import { careersHref, careersParameters, careersPath } from '../features/careers/position-address.ts';
import { positionListData } from '../features/careers/position-list-data.ts';
import type { Route } from './+types/careers.ts';
import { describePage, rootData } from './page-meta.ts';
import { loadPage, PageScreen } from './page-screen.tsx';

/** `/join-us`: the page's own sections, with the positions in their slot. An unknown category shows them all. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const { content, today } = context.get(servicesContext);
  const screen = loadPage(content, careersPath);
  if (!screen) throw data(null, { status: 404 });
  const asked = url.searchParams.get(careersParameters[0]) ?? '';
  return { screen, list: positionListData(content, asked, today()) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = rootData(matches);
  if (!loaderData || !root) return [];
  const { list, screen } = loaderData;
  return describePage(
    { meta: screen.page.meta, canonical: careersHref(list.category), shareImage: screen.shareImage },
    root,
  );
};

export default function CareersRoute() {
  const { screen, list } = useLoaderData<typeof loader>();
  const positions = <PositionList list={list} careersEmail={screen.data.careers.email} />;
  return <PageScreen screen={screen} slots={{ positions }} />;
}
