import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { servicesContext } from '../context.ts';
import { jobPosting } from '../features/careers/job-posting.ts';
import { PositionView } from '../features/careers/PositionView.tsx';
import { positionHref } from '../features/careers/position-address.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import type { Route } from './+types/position.ts';
import { describePage, rootData } from './page-meta.ts';

/** `/join-us/{job_id}/{slug}`: 410 once the position has passed its last day (Ruling 29). */
export function loader({ params, context }: LoaderFunctionArgs) {
  const { content, today } = context.get(servicesContext);
  const position = content.positions.find(({ job_id }) => job_id === params.jobId);
  if (!position) throw data(null, { status: 404 });
  if (openPositions([position], today()).length === 0) throw data(null, { status: 410 });
  if (position.slug !== params.slug) throw redirect(positionHref(position), 301);
  return { position };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = rootData(matches);
  if (!loaderData || !root) return [];
  const { position } = loaderData;
  const canonical = positionHref(position);
  const posting = jobPosting(position, { name: root.site.name, url: root.siteUrl }, `${root.siteUrl}${canonical}`);
  return [
    ...describePage(
      {
        meta: {
          title: position.title,
          description: position.short_description,
          keywords: [position.category.name, position.location, position.experience],
        },
        canonical,
      },
      root,
    ),
    ...(posting ? [{ 'script:ld+json': posting }] : []),
  ];
};

export default function PositionRoute() {
  return <PositionView position={useLoaderData<typeof loader>().position} />;
}
