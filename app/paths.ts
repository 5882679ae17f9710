/**
 * Every path of the site, once: links, routes, redirects, the sitemap, what robots may fetch and tests take theirs from here. Pages that
 * are one file each of `content/pages` say their own path; those that code links to are named here.
 */

/** Pages of `content/pages` and `content/legal` that code names. */
export const homePath = '/';
export const aboutPath = '/who-we-are';
export const contactPath = '/contact-us';
export const termsPath = '/terms-and-condition';
export const privacyPath = '/privacy-policy';

/** A text of `content/legal`. @param slug the name of its file */
export const legalHref = (slug: string): string => `/${slug}`;

/** Every path of Specification 2 that a file of `content/pages` or `content/legal` responds at: content without one of them is refused. */
export const requiredPaths: readonly string[] = [
  homePath,
  aboutPath,
  '/ventures',
  '/what-we-do',
  '/cloud-and-application',
  '/data-and-ai',
  '/digital-innovation',
  '/intelligent-automation',
  '/cybersecurity',
  '/consulting-and-strategy',
  '/our-technology',
  '/speedx-products',
  '/speedx-platform',
  '/join-us',
  '/what-we-think',
  contactPath,
  termsPath,
  privacyPath,
  '/what-we-serve',
  '/healthcare',
  '/financial-services',
  '/high-tech',
  '/industrial',
];

/** Pages with a route of their own. */
export const listingPath = '/what-we-think';
export const careersPath = '/join-us';

/** Pages that confirm a submission to a browser without JavaScript. */
export const sentPaths = { enquiry: '/message-sent', application: '/application-sent' } as const;

/** The one kind of path that ends in a slash (Contract, Paths and URLs). */
export const articlePrefix = '/single/';

/** @param slug of an article; `:slug` for the route */
export const articleHref = (slug: string): string => `${articlePrefix}${slug}/`;

/** One position (Ruling 29). */
export const positionHref = ({ job_id, slug }: { job_id: string; slug: string }): string =>
  `${careersPath}/${job_id}/${slug}`;

/** The editor, where it is switched on, and everything that belongs to it. */
export const editorPath = '/edit';

const markdownEnding = '.md';

/** Stands for the home page where a URL ends with the path of its page and an ending. No other page can have it as its path. */
export const homeName = '/index';

/** A page as Markdown: `/single/a-slug.md` of `/single/a-slug/`, `/index.md` of the home page. @param path canonical, with its query */
export function markdownHref(path: string): string {
  const [page = '', ...query] = path.split('?');
  const name = page === homePath ? homeName : page.replace(/\/$/u, '');
  return [`${name}${markdownEnding}`, ...query].join('?');
}

/** Whether a path is that of a page's Markdown. */
export const isMarkdownPath = (path: string): boolean => path.endsWith(markdownEnding);

/** The path of the page that a path of Markdown belongs to. */
export function pageOfMarkdown(path: string): string {
  const page = path.slice(0, -markdownEnding.length);
  if (page === homeName) return homePath;
  return isArticlePath(page) ? `${page}/` : page;
}

/** Whether a path without the final slash is that of an article. */
export const isArticlePath = (path: string): boolean =>
  path.startsWith(articlePrefix) && !path.slice(articlePrefix.length).includes('/');

/** Before a signed token: shows one page before it is published. */
export const previewPrefix = '/preview/';

/** Files for machines. */
export const sitemapPath = '/sitemap.xml';
export const robotsPath = '/robots.txt';
/** How to report a vulnerability (RFC 9116). */
export const securityTextPath = '/.well-known/security.txt';
export const feedPath = '/feed.xml';
export const storiesFeedPath = '/feed/success-stories.xml';
export const llmsPath = '/llms.txt';
export const webManifestPath = '/site.webmanifest';

/** Whether the process serves, and whether it can do its work (Contract, Paths and URLs). */
export const livenessPath = '/healthz';
export const readinessPath = '/readyz';

/** Everything below these is a file. */
export const assetPrefix = '/assets/';
export const mediaPrefix = '/media/';

/** Everything below these is an endpoint that responds with JSON (Specification 7). */
export const apiPrefixes = ['/wp-json/', '/mail/', '/forms/'] as const;

/** Those that read content. */
export const contentApiPrefix = apiPrefixes[0];

/** Endpoints of Specification 7. */
export const api = {
  positionCategories: '/wp-json/position/v1/cat',
  positions: '/wp-json/position/v1/job_posts',
  posts: '/wp-json/post/v1/posts',
  filteredPosts: '/wp-json/post/v1/filter-posts',
  terms: '/wp-json/post/v1/cat-list',
  post: '/wp-json/blogs/v1/post',
  relatedPosts: '/wp-json/blogs/related-post/post',
} as const;

/** Where forms are posted (Specification 7). */
export const contactAction = '/mail/contactform';
export const applicationAction = '/wp-json/positions/mail';

/** Where a form's script asks for a token, at the visitor's first touch; the parameter `form` says for which form. */
export const formTokenPath = '/forms/token';

/** Where another system fetches a résumé by the signed link of a webhook: `id`, `expires` and `signature`. */
export const resumeLinkPath = '/forms/resume';

/** Where the browser reports page views and web vitals, as JSON by POST. */
export const reportsPath = '/reports';

/** Whether a program requests it, rather than a person who follows a link. */
export const isApiPath = (path: string): boolean => apiPrefixes.some((prefix) => path.startsWith(prefix));

/** Returns URL patterns of everything that is not a page or must not be fetched early. A function, so that browsers do not load it. */
export const pathsWithoutPages = (): readonly string[] => [
  ...apiPrefixes.map((prefix) => `${prefix}*`),
  reportsPath,
  `${mediaPrefix}*`,
  `${assetPrefix}*`,
  `${previewPrefix}*`,
  ...Object.values(sentPaths),
  '/*.xml',
  `/*${markdownEnding}`,
];

/** Returns the paths at which the server itself responds, except those that `content` cannot use, such as paths of files. */
export const serverPaths = (): readonly string[] => [
  ...Object.values(sentPaths),
  livenessPath,
  readinessPath,
  reportsPath,
  editorPath,
  homeName,
  ...[articlePrefix, assetPrefix, mediaPrefix, ...apiPrefixes].map((prefix) => prefix.slice(0, -1)),
];
