import { type Handler, Hono, type MiddlewareHandler } from 'hono';
import {
  api,
  apiPrefixes,
  applicationAction,
  articleHref,
  careersPath,
  contactAction,
  feedPath,
  formTokenPath,
  isApiPath,
  listingPath,
  llmsPath,
  positionHref,
  previewPrefix,
  reportsPath,
  resumeLinkPath,
  robotsPath,
  securityTextPath,
  sentPaths,
  sitemapPath,
  storiesFeedPath,
  webManifestPath,
} from '../paths.ts';
import { intendedPaths } from '../platform/http/canonical-path.ts';
import { applicationEndpoint } from '../routes/api/application.tsx';
import { filteredPosts, postList, relatedPosts, singlePost, termList } from '../routes/api/articles.ts';
import { contactFormEndpoint } from '../routes/api/contact-form.tsx';
import { formToken } from '../routes/api/form-token.ts';
import { availableContent } from '../routes/api/json-response.ts';
import { receivePageReports } from '../routes/api/page-reports.ts';
import { jobPosts, positionCategories } from '../routes/api/positions.ts';
import { resumeLink } from '../routes/api/resume-link.ts';
import { articlePage } from '../routes/article.tsx';
import { careersPage } from '../routes/careers.tsx';
import { contentPage } from '../routes/content-page.tsx';
import { errorPages } from '../routes/error-pages.tsx';
import { feedOf } from '../routes/feed.ts';
import { insightsPage } from '../routes/insights.tsx';
import { llms } from '../routes/llms.ts';
import { webManifest } from '../routes/manifest.ts';
import { markdownTwin } from '../routes/markdown-twin.ts';
import { positionPage } from '../routes/position.tsx';
import { robots } from '../routes/robots.ts';
import { sectionGallery } from '../routes/section-gallery.tsx';
import { securityText } from '../routes/security-text.ts';
import { sentPage } from '../routes/sent.tsx';
import { sitemap } from '../routes/sitemap.ts';
import { jsonError } from '../shared/http-errors.ts';
import type { RouteContext, RouteEnv } from './context.ts';
import { type Page, renderPage } from './render-page.tsx';

type PageRoute = (context: RouteContext) => Page | Response | Promise<Page | Response>;

/** Renders the page that a route returns, unless it returns a response. */
const page =
  (route: PageRoute): Handler<RouteEnv> =>
  async (context) => {
    const shown = await route(context);
    // The page of all unknown paths is rendered at one path and cached.
    if (shown === errorPages.notFound && !import.meta.env.DEV && context.req.path !== notFoundPath)
      return (await redirectToMeantPath(context)) ?? context.body(null, 404);
    return shown instanceof Response ? shown : renderPage(shown, context.env, context.req.path);
  };

/** Redirects a path that is not there to the page that it probably means, if there is one. */
async function redirectToMeantPath({ env, req, redirect }: RouteContext): Promise<Response | undefined> {
  for (const path of intendedPaths(req.path)) {
    const { status } = await routes.request(path, undefined, env);
    if (status < 400) return redirect(path, 308);
  }
  return undefined;
}

/** Serves a page's Markdown, converted from the page that the routes below render. */
const markdown: MiddlewareHandler<RouteEnv> = async (context, next) =>
  isApiPath(context.req.path) ? next() : markdownTwin(context, (request) => routes.fetch(request, context.env));

/** Path of the page that replaces an expired preview. */
export const previewEndedPath = `${previewPrefix}ended`;

/** The path at which the page of all unknown paths is rendered, once per version of the content. No page can have this path. */
export const notFoundPath = '/.404';

/** The path at which the page for a form from another site is rendered. */
export const foreignFormPath = '/.403';

/** Every page and every endpoint. The last route serves pages that have their own content file. */
export const routes = new Hono<RouteEnv>()
  // Before the pages, whose last part would match its name.
  .get('/:page{.+\\.md}', markdown)
  .get(listingPath, page(insightsPage))
  .get(articleHref(':slug'), page(articlePage))
  .get(careersPath, page(careersPage))
  .get(positionHref({ job_id: ':jobId', slug: ':slug?' }), page(positionPage))
  .get(sentPaths.enquiry, page(sentPage('enquiry')))
  .get(sentPaths.application, page(sentPage('application')))

  // A valid preview is the page itself, so that only expired ones need a page.
  .get(
    previewEndedPath,
    page(() => errorPages.previewExpired),
  )
  .get(
    foreignFormPath,
    page(() => errorPages.foreignForm),
  )

  .get(sitemapPath, sitemap)
  .get(robotsPath, robots)
  .get(securityTextPath, securityText)
  .get(feedPath, feedOf('insights'))
  .get(storiesFeedPath, feedOf('success-stories'))
  .get(llmsPath, llms)
  .get(webManifestPath, webManifest)

  .get(api.positionCategories, availableContent(positionCategories))
  .get(api.positions, availableContent(jobPosts))
  .get(api.posts, availableContent(postList))
  .get(api.filteredPosts, availableContent(filteredPosts))
  .get(api.terms, availableContent(termList))
  .get(api.post, availableContent(singlePost))
  .get(api.relatedPosts, availableContent(relatedPosts))
  .on(['GET', 'POST'], contactAction, page(contactFormEndpoint))
  .on(['GET', 'POST'], applicationAction, page(applicationEndpoint))
  .get(formTokenPath, formToken)
  .get(resumeLinkPath, resumeLink)
  .post(reportsPath, receivePageReports);

// Requests for unknown endpoints get JSON instead of a page.
for (const prefix of apiPrefixes) {
  routes.get(`${prefix}*`, () => jsonError('not_found', { message: 'There is no such endpoint.' }));
}

// The gallery of sections is a tool of development and not part of the site.
if (import.meta.env.DEV) routes.get('/_sections/:type?', page(sectionGallery));

routes
  .get('*', page(contentPage))
  // The base application responds to failures of API endpoints and form posts.
  .onError((error, { env, req }) => {
    if (req.method !== 'GET' || isApiPath(req.path)) throw error;
    env.log.error('page failed', { path: req.path, error });
    return renderPage(errorPages.serverError, env, req.path);
  });
