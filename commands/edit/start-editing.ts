import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { createContentCheck } from '../../app/content/content-check.ts';
import { editorHeaders } from '../../app/editor/editor-page.ts';
import { type EditorServices, editorRoutes } from '../../app/editor/editor-routes.ts';
import { editorPath } from '../../app/paths.ts';
import { listStaticFiles, staticFiles } from '../../app/platform/http/static-files.ts';
import type * as App from '../../app/server/app.ts';
import { ConfigurationError, readConfiguration } from '../../app/server/config.ts';
import { createDependencies } from '../../app/server/dependencies.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { createDraftStore, createShownDrafts } from './draft-preview.ts';
import { createLocalRepository, repositoryName } from './local-repository.ts';

/** Reachable from this machine only. */
const host = '127.0.0.1';

/** Scripts of `app/editor/browser` that pages beside the fields load, and what these import. */
const framedPageScripts = ['framed-page.js', 'reloaded-page.js', 'changed-parts.js'].map(
  (name) => `${editorPath}/${name}`,
);
const [framedPage, reloadedPage] = framedPageScripts;
const scriptsOfFramedPage = `<script src="${framedPage}"></script><script type="module" src="${reloadedPage}"></script>`;

interface SiteOptions {
  port: number;
  contentDirectory: string;
  /** For the site's own data, without data of visitors. */
  dataDirectory: string;
  buildDirectory: string;
  /** Whether a content host has the articles and positions of the public site; they are not shown here. */
  isHosted: boolean;
}

interface EditingOptions extends SiteOptions {
  /** Required to write files: pages of other programs on this machine do not have it. */
  token: string;
  /** Origin of the public site, whose own links are checked; absent where it is not known. */
  publicUrl?: string | undefined;
  /** Absent where the public site is not known. */
  issuePreviewLink?: EditorServices['issuePreviewLink'] | undefined;
}

/** Serves the editor and, on the next port, the site that it shows. @throws ConfigurationError if there is no next port */
export async function startEditing({
  token,
  publicUrl,
  issuePreviewLink = refusePreviewLink,
  ...options
}: EditingOptions) {
  const { port, contentDirectory, dataDirectory, buildDirectory, isHosted } = options;
  if (port === 65_535)
    throw new ConfigurationError(
      `PORT is ${port}; for the editor it takes a whole number from 1 to ${port - 1}, since the page beside the fields takes the next port`,
    );
  const origin = `http://${host}:${port}`;
  const siteUrl = `http://${host}:${port + 1}`;
  const site = await startSite({ ...options, port: port + 1 }, siteUrl, origin);
  const check = createContentCheck({
    directory: contentDirectory,
    workDirectory: join(dataDirectory, 'check'),
    siteUrl: publicUrl ?? siteUrl,
    isHosted,
  });
  // The first check reads and prepares everything, which takes seconds: it runs in the background.
  check.attempt([]).catch((error: unknown) => console.error(error));
  const app = new Hono();
  app.use(onlyHere(`${host}:${port}`, origin));
  app.get('/', (context) => context.redirect(editorPath));
  const routes = editorRoutes({
    backend: { name: 'gitea', repo: repositoryName, branch: 'main', base_url: origin, api_root: `${origin}/api/v1` },
    user: { backendName: 'gitea', token, id: 1, login: 'you', name: 'You' },
    headers: editorHeaders({ origin, frames: [siteUrl] }),
    origin,
    siteUrl,
    content: site.store.saved,
    refused: site.refused,
    access: { accessOf: async () => ({ is: 'editor' }) },
    drafts: createShownDrafts({ siteUrl, check, store: site.store }),
    issuePreviewLink,
  });
  app.route('/', routes);
  app.use('/api/v1/*', async (context, next) => {
    if (context.req.header('Authorization') === `token ${token}`) return next();
    return context.json({ message: 'This editor was restarted; reload the page.' }, 401);
  });
  app.onError((error, context) => {
    if (error instanceof RefusedError) return context.json({ message: error.message }, 409);
    console.error(error);
    return context.json({ message: `The editor has failed: ${error.message}` }, 500);
  });
  app.route('/api/v1', createLocalRepository({ directory: contentDirectory, check, siteUrl }));
  app.use(staticFiles({ lookups: [await listStaticFiles(join(buildDirectory, 'editor'), () => false)], prefixes: [] }));
  const server = await listen(app.fetch, port).catch(async (error: unknown) => {
    await site.stop();
    throw error;
  });
  return {
    /** URL for a browser on this machine. */
    url: `${origin}${editorPath}`,
    stop: async () => {
      await stop(server);
      await site.stop();
    },
  };
}

async function refusePreviewLink(): Promise<never> {
  throw new RefusedError(
    'Links are for the site that others see: start the editor with its SITE_URL, and with the DATABASE_URL or DATA_DIR that it runs with.',
  );
}

/** Refuses requests from pages of other sites and to foreign names of this machine (DNS rebinding). @param name host and port */
function onlyHere(name: string, origin: string): MiddlewareHandler {
  return async (context, next) => {
    const from = context.req.header('Origin');
    if (context.req.header('Host') !== name || (from !== undefined && from !== origin))
      return context.text(`This editor is at ${origin} only.\n`, 403);
    await next();
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cross-Origin-Resource-Policy', 'same-origin');
  };
}

async function listen(fetch: Parameters<typeof getRequestListener>[0], port: number): Promise<Server> {
  const server = createServer(getRequestListener(fetch));
  await once(server.listen(port, host), 'listening');
  return server;
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Starts the built site with the edited content. @param origin of the editor, which may frame the site */
async function startSite(options: SiteOptions, siteUrl: string, origin: string) {
  const { port, contentDirectory, dataDirectory, buildDirectory, isHosted } = options;
  process.env.NODE_ENV ??= 'production';
  const configuration = readConfiguration({
    PORT: String(port),
    SITE_URL: siteUrl,
    CONTENT_DIR: contentDirectory,
    DATA_DIR: dataDirectory,
    ANALYTICS: 'off',
    LOG_LEVEL: 'warn',
  });
  const { dependencies, refused, close } = await createDependencies(configuration, { isHosted });
  const { createApp }: typeof App = await import(join(buildDirectory, 'server/app.js'));
  const store = createDraftStore(dependencies.content);
  const app = await createApp({ ...dependencies, content: store, clientDirectory: join(buildDirectory, 'client') });
  const fetch = async (...[request, env]: Parameters<typeof app.fetch>) => {
    const { pathname } = new URL(request.url);
    if (framedPageScripts.includes(pathname)) {
      const script = await readFile(join(buildDirectory, 'editor', pathname));
      return new Response(script, { headers: { 'Content-Type': 'text/javascript' } });
    }
    const plain = new Request(request);
    plain.headers.delete('Accept-Encoding');
    const response = await app.fetch(plain, env);
    const { headers } = response;
    if (!headers.get('Content-Type')?.startsWith('text/html')) return response;
    const page = await response.text();
    const framed = new Response(response.body && page.replace('<head>', `<head>${scriptsOfFramedPage}`), response);
    framed.headers.delete('Content-Length');
    const policy = headers.get('Content-Security-Policy') ?? '';
    framed.headers.set(
      'Content-Security-Policy',
      policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`),
    );
    return framed;
  };
  const server = await listen(fetch, port).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    store,
    refused,
    stop: async () => {
      await stop(server);
      await close();
    },
  };
}
