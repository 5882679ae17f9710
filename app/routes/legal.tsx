import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { servicesContext } from '../context.ts';
import { LegalView } from '../features/legal/LegalView.tsx';
import type { Route } from './+types/legal.ts';
import { describePage, rootData } from './page-meta.ts';

/** Terms and Conditions, and the Privacy Policy. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const { content } = context.get(servicesContext);
  const { pathname } = url;
  const page = content.legal.find(({ address }) => address === pathname);
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = rootData(matches);
  return loaderData && root ? describePage({ meta: loaderData.page, canonical: loaderData.page.address }, root) : [];
};

export default function LegalRoute() {
  return <LegalView page={useLoaderData<typeof loader>().page} />;
}
