import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { findContentPage, showContentPage } from './content-sections.tsx';
import { legalPage } from './legal.tsx';

/** A page of `content/pages` or `content/legal`. */
export function contentPage(context: RouteContext): Page {
  const found = findContentPage(context.env.content, context.req.path);
  return found ? showContentPage(found) : legalPage(context);
}
