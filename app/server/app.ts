import type { Handler, Hono } from 'hono';
import { previewPathOf } from '../content/preview-path.ts';
import { shareImageAt } from '../content/share-images.ts';
import type { SiteContent } from '../content/site-content.ts';
import { createEditorAccess } from '../editor/editor-access.ts';
import { editorHeaders } from '../editor/editor-page.ts';
import { backendOf, type EditorRepository, gitPagesOf } from '../editor/editor-repository.ts';
import { editorRoutes } from '../editor/editor-routes.ts';
import type { Analytics } from '../features/analytics/analytics.ts';
import type { SubmissionClient, Submissions } from '../features/submissions/submissions.ts';
import { assetPrefix, contentApiPrefix, formTokenPath, mediaPrefix, previewPrefix, resumeLinkPath } from '../paths.ts';
import type { ContentStore, RefusedContent } from '../platform/content/store.ts';
import { allowedMethods } from '../platform/http/allowed-methods.ts';
import { type BaseAppOptions, createBaseApp } from '../platform/http/base-app.ts';
import { decodablePath } from '../platform/http/canonical-path.ts';
import { crossSitePosts } from '../platform/http/cross-site-posts.ts';
import type { HttpEnv } from '../platform/http/http-env.ts';
import { PageCache, type RenderPage } from '../platform/http/page-cache.ts';
import { hasTooManyParameters, maxQueryParameters, pageCacheKey } from '../platform/http/page-cache-key.ts';
import { traceHeader } from '../platform/http/request-trace.ts';
import { listStaticFiles, type StaticFile, type StaticLookup } from '../platform/http/static-files.ts';
import { createWarmUp, type WarmUp } from '../platform/http/warm-up.ts';
import type { ImageStore } from '../platform/media/image-store.ts';
import { isDocument } from '../platform/media/media.ts';
import { jsonError } from '../shared/http-errors.ts';
import { dayMs } from '../shared/iso-time.ts';
import { scriptOf } from './browser-build.ts';
import { commonPaths, drawingPaths } from './common-paths.ts';
import { createDraftProcess } from './draft-process.ts';
import { defaultPreviewDays, type PreviewLinks } from './preview-links.ts';
import { queryParameters } from './query-parameters.ts';
import { createRoutePatterns } from './route-patterns.ts';
import { foreignFormPath, notFoundPath, previewEndedPath, routes } from './routes.ts';

/** Dependencies of the application: everything that reads, writes or depends on the time. */
export interface AppDependencies extends Omit<BaseAppOptions, 'files' | 'filePrefixes'> {
  content: ContentStore<SiteContent>;
  images: ImageStore;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  submissions: Submissions;
  analytics: Analytics;
  /** Links to pages that are not published yet; absent if there are none. */
  previewLinks?: PreviewLinks | undefined;
  /** Tag of all pages, by which a CDN purges them; absent if there is no CDN to purge. */
  cacheTag?: string | undefined;
  /** The editor at `/edit`; absent if there is no editor. */
  editor?: EditorSettings | undefined;
  /** Directory of the editor's part of the build. */
  editorDirectory?: string;
  /** Directory of the browser's part of the build; absent in development, where Vite serves it. */
  clientDirectory?: string;
}

/** The settings of the editor at `/edit`. */
export interface EditorSettings {
  repository: EditorRepository;
  contentDirectory: string;
  /** Where the content is laid out with an unsaved entry in the place of its file. */
  workDirectory: string;
  /** Whether a content host has the articles and positions that are shown. */
  isHosted: boolean;
  /** The change of the content directory that is refused, if any. */
  refused: () => RefusedContent | undefined;
}

/** Memory for rendered pages, bytes: some eight hundred pages of about 20 KB in one encoding. */
const pageCacheBytes = 16 * 1024 * 1024;

/** The whole site as a function from request to response. */
export interface App {
  readonly fetch: Hono<HttpEnv>['fetch'];
  /** Finds the response to a request in the page cache, to send it before anything else runs, without a request id and a log line. */
  readonly lookup: PageCache['lookup'];
  /** Statistics of the page cache, for metrics. */
  readonly pages: Pick<PageCache, 'bytes'>;
  /** Returns the pattern of a request's route, for metrics. */
  readonly routeOf: (method: string, path: string) => string;
  /** Renders and compresses common pages before they are requested, after `begin` and each change, while no request is being served. */
  readonly preparation: Pick<WarmUp, 'begin' | 'end'>;
}

/** Creates the site. It does not listen on a port: `server.ts` and the tests do. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { content, siteUrl } = dependencies;
  let served = 0;
  const isBusy = () => served > 0;
  const pages = createPages(dependencies, isBusy);
  const renderer = createRenderer(dependencies);
  const app = await createGuardedApp(dependencies, renderer);
  app.all('*', createPageHandler(dependencies, pages, renderer));
  const preparation = createWarmUp({
    paths: () => [...commonPaths(content.current()), ...drawingPaths(content.current())],
    prepare: async (path) => {
      await app.fetch(new Request(new URL(path, siteUrl), { headers: { 'accept-encoding': 'br' } }));
      await pages.improved();
    },
    isBusy,
    onFailure: (path, error) => dependencies.log.warn('a page could not be rendered ahead', { path, error }),
  });
  content.onChange(preparation.restart);
  return {
    async fetch(request, env) {
      served += 1;
      try {
        return await app.fetch(request, env);
      } finally {
        served -= 1;
      }
    },
    lookup(request) {
      // Checks the clock, as for a page.
      content.current();
      return pages.lookup(request);
    },
    pages,
    routeOf: createRoutePatterns(content.current),
    preparation,
  };
}

function createPages({ content, securityHeaders, cacheTag }: AppDependencies, isBusy: () => boolean): PageCache {
  const pages = new PageCache({
    maxBytes: pageCacheBytes,
    // The content bounds the number of URLs without a query; strangers can invent any number of URLs with one.
    isCommon: (key) => !key.includes('?') || commonPaths(content.current()).includes(key),
    isBusy,
    complete(headers) {
      securityHeaders.complete(headers);
      if (!cacheTag) return;
      headers.set('Cache-Tag', cacheTag);
      headers.set('Surrogate-Key', cacheTag);
    },
  });
  content.onChange(() => pages.clear());
  return pages;
}

/** Creates the base application with files, the editor, and the checks that requests pass before a page or endpoint handles them. */
async function createGuardedApp(dependencies: AppDependencies, { renderAt }: Renderer): Promise<Hono<HttpEnv>> {
  const { content, images, siteUrl, clientDirectory, editor, editorDirectory } = dependencies;
  const app = createBaseApp({
    ...dependencies,
    files: [
      ...(clientDirectory
        ? [await listStaticFiles(clientDirectory, (pathname) => pathname.startsWith(assetPrefix))]
        : []),
      mediaLookup(content, images),
      ...(editor && editorDirectory ? [await listStaticFiles(editorDirectory, () => false)] : []),
    ],
    filePrefixes: clientDirectory ? [assetPrefix, mediaPrefix] : [mediaPrefix],
  });
  if (editor && clientDirectory) app.route('/', editorOf(editor, clientDirectory, dependencies));
  app.use(crossSitePosts(siteUrl, () => renderAt(foreignFormPath)));
  app.use(allowedMethods(routes.routes));
  app.use(`${contentApiPrefix}*`, async (context, next) => {
    if (!hasTooManyParameters(new URL(context.req.url).search)) return next();
    const message = `The query has more than ${maxQueryParameters} parameters; it takes at most ${maxQueryParameters}.`;
    return jsonError('too_many_parameters', { message });
  });
  return app;
}

interface RenderOptions {
  client?: SubmissionClient;
  /** The current content by default. */
  shown?: SiteContent;
  previewUntil?: string;
}

type Renderer = ReturnType<typeof createRenderer>;

function createRenderer(dependencies: AppDependencies) {
  const { content, siteUrl, submissions, analytics, clientDirectory } = dependencies;
  const script = scriptOf(clientDirectory);
  const render = async (
    request: Request,
    { client, shown = content.current(), previewUntil }: RenderOptions = {},
  ): Promise<Response> =>
    routes.fetch(request, {
      content: shown,
      previewUntil,
      siteUrl,
      submissions,
      analytics,
      client,
      script,
      log: client?.log ?? dependencies.log,
    });
  const renderAt = (target: string, options?: RenderOptions) =>
    render(new Request(new URL(target, siteUrl), { headers: { accept: '*/*' } }), options);
  return {
    /** Responds to a request, without the page cache. */
    render,
    /** Renders the page of a path and query. */
    renderAt,
  };
}

/** Responds with pages and endpoints, reads from the page cache. */
function createPageHandler(
  dependencies: AppDependencies,
  pages: PageCache,
  { render, renderAt }: Renderer,
): Handler<HttpEnv> {
  const { content, clientDirectory, previewLinks } = dependencies;

  const preview = async (token: string) => {
    const link = await previewLinks?.read(token).catch((error: unknown) => {
      dependencies.log.warn('a preview link cannot be checked', { error });
      return undefined;
    });
    const current = content.current();
    const { previewArticle, articleIndex } = current;
    const shown = previewArticle ? { ...current, articleIndex: { ...articleIndex, find: previewArticle } } : current;
    const found = link?.isExpired
      ? await renderAt(previewEndedPath)
      : link && (await renderAt(link.path, { shown, previewUntil: link.until }));
    const isMissing = !found || (found.status === 404 && found.body === null);
    const response = isMissing ? await renderAt(notFoundPath) : found;
    // Only the holder of the link may see it, and only while the link is valid.
    response.headers.set('Cache-Control', 'no-store');
    response.headers.set('X-Robots-Tag', 'noindex, nofollow');
    return response;
  };

  return async (context) => {
    const request = context.req.raw;
    const url = new URL(request.url);
    const path = decodablePath(url.pathname);
    if (path !== url.pathname) url.pathname = path;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const client = { address: context.get('clientAddress'), log: context.get('log') };
      return render(request, { client });
    }
    // Only reads are cached, and nothing in development, where the code changes. Responses for one visitor are not shared with
    // concurrent requests either.
    if (!clientDirectory || perVisitorPaths.has(url.pathname)) return render(request);
    // Checks the clock: if other content has come into force, this clears the page cache first.
    content.current();
    if (url.pathname.startsWith(previewPrefix)) return preview(url.pathname.slice(previewPrefix.length));
    const key = pageCacheKey(url, queryParameters(url.pathname));
    const renderPage: RenderPage = async () => {
      const response = await renderAt(key);
      if (response.status !== 404 || response.body !== null) return response;
      return { sharedKey: 'not found', render: () => renderAt(notFoundPath) };
    };
    const response = await pages.respond(request, key, renderPage, { [traceHeader]: context.get('traceId') });
    context.set('isComplete', true);
    return response;
  };
}

function editorOf(
  { repository, refused, ...settings }: EditorSettings,
  clientDirectory: string,
  { content, siteUrl, previewLinks, clock, log }: AppDependencies,
) {
  const backend = backendOf(repository);
  const connectTo = [...new Set([repository.origin, new URL(backend.api_root).origin])];
  return editorRoutes({
    backend,
    gitPages: gitPagesOf(repository),
    headers: editorHeaders({ origin: siteUrl, connectTo, hasPopup: repository.appId !== undefined }),
    origin: siteUrl,
    siteUrl,
    content: content.current,
    refused,
    access: createEditorAccess(repository, { clock, log }),
    drafts: createDraftProcess({ ...settings, siteUrl, clientDirectory }),
    issuePreviewLink: async (file) => {
      const path = previewPathOf(settings.contentDirectory, file);
      return path && previewLinks && siteUrl + (await previewLinks.issue(path, defaultPreviewDays * dayMs));
    },
  });
}

const perVisitorPaths: ReadonlySet<string> = new Set([formTokenPath, resumeLinkPath]);

/** Paths that browsers request by convention, without a link. */
const wellKnownIcons: Readonly<Record<string, RegExp>> = { '/favicon.ico': /^\/media\/icons\/favicon\.\w+\.ico$/u };

function cardLookup(content: SiteContent, images: ImageStore, pathname: string): StaticFile | undefined {
  const found = shareImageAt(content, pathname);
  return found && { make: () => images.card(found.card), immutable: found.isCurrent };
}

function mediaLookup(content: ContentStore<SiteContent>, images: ImageStore): StaticLookup {
  return (pathname) => {
    const { media } = content.current();
    const icon = wellKnownIcons[pathname];
    const found = icon ? [...media].find(([path]) => icon.test(path))?.[1] : media.get(pathname);
    if (!found) return cardLookup(content.current(), images, pathname);
    const immutable = !icon && !isDocument(pathname);
    if (!('picture' in found)) return { ...found, immutable };
    const { picture } = found;
    return { make: () => images.variant(picture), immutable };
  };
}
