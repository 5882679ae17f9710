import { shareImageUrl, subjectOfLegalPage } from '../content/share-images.ts';
import { LegalView } from '../features/legal/LegalView.tsx';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { findContentPage, showContentPage } from './content-sections.tsx';
import { errorPages } from './error-pages.tsx';
import { PageHead } from './page-head.tsx';

/** A page of `content/pages` or `content/legal`. */
export function contentPage({ env: { content }, req }: RouteContext): Page {
  const found = findContentPage(content, req.path);
  if (found) return showContentPage(found);
  const page = content.legal.find(({ address }) => address === req.path);
  if (!page) return errorPages.notFound;
  const shareImage = shareImageUrl(content, subjectOfLegalPage(page));
  return {
    head: (frame) => <PageHead frame={frame} meta={page} canonical={page.address} shareImage={shareImage} />,
    body: () => <LegalView page={page} />,
  };
}
