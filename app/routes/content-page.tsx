import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { findContentPage, showContentPage } from './content-sections.tsx';
import { errorPages } from './error-pages.tsx';

/** A page from one content file. */
export function contentPage({ env, req }: RouteContext): Page {
  const found = findContentPage(env.content, req.path);
  return found ? showContentPage(found) : errorPages.notFound;
}
