import { shareImageUrl, subjectOfPosition } from '../content/share-images.ts';
import { PositionView } from '../features/careers/PositionView.tsx';
import { openPositions } from '../features/careers/position-queries.ts';
import { careersPath, positionHref } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { errorPages, missingPage } from './error-pages.tsx';
import { PageHead } from './page-head.tsx';
import { jobPostingNode } from './structured-data.ts';

/** `/join-us/{job_id}/{slug}`, to which `/join-us/{job_id}` redirects: 410 once the position has passed its last day (Ruling 29). */
export function positionPage({ env, req, redirect }: RouteContext): Page | Response {
  const { content } = env;
  const jobId = req.param('jobId')?.toLowerCase();
  const position = content.positions.find(({ job_id }) => job_id.toLowerCase() === jobId);
  if (!position) return missingPage(content);
  if (openPositions([position], content.today).length === 0) return errorPages.positionClosed;
  const canonical = positionHref(position);
  if (req.path !== canonical) return redirect(canonical, 301);
  return {
    head: (frame) => {
      const { site, siteUrl } = frame;
      return (
        <PageHead
          frame={frame}
          meta={{
            title: position.title,
            description: position.short_description,
            keywords: [position.category.name, position.location, position.experience].filter(Boolean),
          }}
          canonical={canonical}
          shareImage={shareImageUrl(content, subjectOfPosition(position))}
          above={[{ label: 'Join us', to: careersPath }]}
          about={jobPostingNode(position, { url: `${siteUrl}${canonical}`, siteUrl, company: site.name })}
        />
      );
    },
    body: ({ site }) => (
      <PositionView position={position} otherWays={{ email: site.email.careers, network: site.professional_network }} />
    ),
  };
}
