import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { measuresAddress } from './features/analytics/measures.ts';
import { careersPath, positionHref } from './features/careers/position-address.ts';
import { listingPath } from './features/insights/listing-state.ts';

/** Every address of the site and every call. Screens that are one content file each are answered by the page route. */
export default [
  index('routes/page.tsx', { id: 'home' }),
  route(listingPath, 'routes/insights.tsx'),
  route('single/:slug', 'routes/article.tsx'),
  route(careersPath, 'routes/careers.tsx'),
  route(positionHref({ job_id: ':jobId', slug: ':slug' }), 'routes/position.tsx'),
  route('terms-and-condition', 'routes/legal.tsx', { id: 'terms' }),
  route('privacy-policy', 'routes/legal.tsx', { id: 'privacy' }),
  route('message-sent', 'routes/sent.tsx', { id: 'message-sent' }),
  route('application-sent', 'routes/sent.tsx', { id: 'application-sent' }),

  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('feed.xml', 'routes/feed.ts'),
  route('site.webmanifest', 'routes/manifest.ts'),

  route('wp-json/position/v1/cat', 'routes/calls/position-categories.ts'),
  route('wp-json/position/v1/job_posts', 'routes/calls/job-posts.ts'),
  route('wp-json/post/v1/posts', 'routes/calls/posts.ts'),
  route('wp-json/post/v1/filter-posts', 'routes/calls/filter-posts.ts'),
  route('wp-json/post/v1/cat-list', 'routes/calls/cat-list.ts'),
  route('wp-json/blogs/v1/post', 'routes/calls/post.ts'),
  route('wp-json/blogs/related-post/post', 'routes/calls/related-post.ts'),
  route('mail/contactform', 'routes/calls/contact-form.tsx'),
  route('wp-json/positions/mail', 'routes/calls/application.tsx'),
  route('wp-json/*', 'routes/calls/unknown-call.ts', { id: 'unknown-call' }),
  route('mail/*', 'routes/calls/unknown-call.ts', { id: 'unknown-mail-call' }),
  route('forms/token', 'routes/calls/form-token.ts'),
  route(measuresAddress, 'routes/calls/measures.ts'),

  // The gallery of sections is a tool of development and not part of the site.
  ...(process.env.NODE_ENV === 'development' ? [route('_sections/:type?', 'routes/section-gallery.tsx')] : []),

  route('*', 'routes/page.tsx', { id: 'page' }),
] satisfies RouteConfig;
