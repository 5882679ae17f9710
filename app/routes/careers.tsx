import { PositionList } from '../features/careers/PositionList.tsx';
import { positionListData } from '../features/careers/position-list-data.ts';
import { careersHref, careersParameters } from '../features/careers/position-paths.ts';
import { careersPath } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { findContentPage, showContentPage } from './content-sections.tsx';
import { errorPages } from './error-pages.tsx';

/** `/join-us`: the page's own sections, with the positions in their slot. An unknown category shows them all. */
export function careersPage({ env, req }: RouteContext): Page {
  const found = findContentPage(env.content, careersPath);
  if (!found) return errorPages.notFound;
  const list = positionListData(env.content, req.query(careersParameters[0]) ?? '');
  return showContentPage(found, {
    canonical: careersHref(list.category),
    view: list.categories.find(({ slug }) => slug === list.category)?.name,
    slots: { positions: <PositionList list={list} otherWays={found.data.careers} /> },
  });
}
