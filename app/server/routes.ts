import { type Handler, Hono } from 'hono';
import { measuresPath } from '../features/analytics/measures.ts';
import { articleHref } from '../features/articles/article-card.ts';
import { listingPath } from '../features/articles/listing-state.ts';
import { applicationAction } from '../features/careers/application.schema.ts';
import { careersPath, positionHref } from '../features/careers/position-paths.ts';
import { contactAction } from '../features/contact/contact.schema.ts';
import { applicationEndpoint } from '../routes/api/application.tsx';
import { termList } from '../routes/api/cat-list.ts';
import { contactFormEndpoint } from '../routes/api/contact-form.tsx';
import { filteredPosts } from '../routes/api/filter-posts.ts';
import { formToken } from '../routes/api/form-token.ts';
import { jobPosts } from '../routes/api/job-posts.ts';
import { errorResponse } from '../routes/api/json-response.ts';
import { receiveMeasures } from '../routes/api/measures.ts';
import { positionCategories } from '../routes/api/position-categories.ts';
import { singlePost } from '../routes/api/post.ts';
import { postList } from '../routes/api/posts.ts';
import { relatedPosts } from '../routes/api/related-post.ts';
import { articlePage } from '../routes/article.tsx';
import { careersPage } from '../routes/careers.tsx';
import { contentPage } from '../routes/content-page.tsx';
import { errorPages } from '../routes/error-pages.tsx';
import { feed } from '../routes/feed.ts';
import { insightsPage } from '../routes/insights.tsx';
import { legalPage } from '../routes/legal.tsx';
import { webManifest } from '../routes/manifest.ts';
import { positionPage } from '../routes/position.tsx';
import { robots } from '../routes/robots.ts';
import { sectionGallery } from '../routes/section-gallery.tsx';
import { sentPage } from '../routes/sent.tsx';
import { sitemap } from '../routes/sitemap.ts';
import { sentPaths } from '../routes/submission.ts';
import { formTokenPath } from '../shared/form-token.ts';
import type { RouteContext, RouteEnv } from './context.ts';
import { notFoundPath } from './not-found-path.ts';
import { type Page, renderPage } from './render-page.tsx';

type PageRoute = (context: RouteContext) => Page | Response | Promise<Page | Response>;

/** Shows what a route says, where it has not responded itself. */
const page =
  (route: PageRoute): Handler<RouteEnv> =>
  async (context) => {
    const shown = await route(context);
    // The page of an unknown path is the same for all of them: it is rendered at one path, and cached.
    if (shown === errorPages.notFound && !import.meta.env.DEV && context.req.path !== notFoundPath)
      return context.body(null, 404);
    return shown instanceof Response ? shown : renderPage(shown, context.env, context.req.path);
  };

/** Every page and every endpoint. Pages that are one content file each are found by the last route. */
export const routes = new Hono<RouteEnv>()
  .get(listingPath, page(insightsPage))
  .get(articleHref(':slug'), page(articlePage))
  .get(careersPath, page(careersPage))
  .get(positionHref({ job_id: ':jobId', slug: ':slug?' }), page(positionPage))
  .get('/terms-and-condition', page(legalPage))
  .get('/privacy-policy', page(legalPage))
  .get(sentPaths.enquiry, page(sentPage('enquiry')))
  .get(sentPaths.application, page(sentPage('application')))

  .get('/sitemap.xml', sitemap)
  .get('/robots.txt', robots)
  .get('/feed.xml', feed)
  .get('/site.webmanifest', webManifest)

  .get('/wp-json/position/v1/cat', positionCategories)
  .get('/wp-json/position/v1/job_posts', jobPosts)
  .get('/wp-json/post/v1/posts', postList)
  .get('/wp-json/post/v1/filter-posts', filteredPosts)
  .get('/wp-json/post/v1/cat-list', termList)
  .get('/wp-json/blogs/v1/post', singlePost)
  .get('/wp-json/blogs/related-post/post', relatedPosts)
  .all(contactAction, page(contactFormEndpoint))
  .all(applicationAction, page(applicationEndpoint))
  .get(formTokenPath, formToken)
  .all(measuresPath, receiveMeasures)
  // A program that asks for an endpoint that does not exist gets no page.
  .get('/wp-json/*', () => errorResponse(404, 'not_found', 'There is no such endpoint.'))
  .get('/mail/*', () => errorResponse(404, 'not_found', 'There is no such endpoint.'));

// The gallery of sections is a tool of development and not part of the site.
if (import.meta.env.DEV) routes.get('/_sections/:type?', page(sectionGallery));

routes
  .get('*', page(contentPage))
  // What fails for a program, or while a form is read, is the edge's to respond to.
  .onError((error, { env, req }) => {
    if (req.method !== 'GET' || req.path.startsWith('/wp-json/')) throw error;
    env.log.error('page failed', { path: req.path, error });
    return renderPage(errorPages.serverError, env, req.path);
  });
