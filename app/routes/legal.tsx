import { shareImageUrl, subjectOfLegalPage } from '../content/share-images.ts';
import { LegalView } from '../features/legal/LegalView.tsx';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { errorPages } from './error-pages.tsx';
import { PageHead } from './page-head.tsx';

/** Terms and Conditions, and the Privacy Policy. */
export function legalPage({ env, req }: RouteContext): Page {
  const page = env.content.legal.find(({ address }) => address === req.path);
  if (!page) return errorPages.notFound;
  const shareImage = shareImageUrl(env.content, subjectOfLegalPage(page));
  return {
    head: (frame) => <PageHead frame={frame} meta={page} canonical={page.address} shareImage={shareImage} />,
    body: () => <LegalView page={page} />,
  };
}
