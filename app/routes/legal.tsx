import { shareImageUrl, subjectOfLegalPage } from '../content/share-images.ts';
import { LegalView } from '../features/legal/LegalView.tsx';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { errorPages } from './error-pages.tsx';
import { PageHead } from './page-head.tsx';

/** A legal text; the error page if there is none at the path. */
export function legalPage({ env, req }: RouteContext): Page {
  const page = env.content.legal.find(({ address }) => address === req.path);
  if (!page) return errorPages.notFound;
  const shareImage = shareImageUrl(env.content, subjectOfLegalPage(page));
  return {
    head: (frame) => <PageHead frame={frame} meta={page} canonical={page.address} shareImage={shareImage} />,
    body: () => <LegalView page={page} />,
  };
}
