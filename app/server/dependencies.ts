import { join } from 'node:path';
import { createArticleReader } from '../content/articles.ts';
import { readContent, reasonNotToRead } from '../content/load-content.ts';
import { createReadingMemory } from '../content/reading-memory.ts';
import { createHostClient } from '../content/remote/host-client.ts';
import { openContentHostMirror } from '../content/remote/host-mirror.ts';
import { createHostReader } from '../content/remote/host-reader.ts';
import { createHostedContentStore, type HostedContentStore } from '../content/remote/hosted-content.ts';
import { shareImagesAhead } from '../content/share-images.ts';
import type { SiteContent } from '../content/site-content.ts';
import { openSlugHistory } from '../content/slug-history.ts';
import { createAnalyticsStore } from '../features/analytics/analytics-store.server.ts';
import { createAnalytics } from '../features/analytics/create-analytics.server.ts';
import type { AnalyticsTables } from '../features/analytics/tables.server.ts';
import { createPurge, type Purge, pageTag } from '../features/purge/purge.ts';
import type { PurgeTables } from '../features/purge/tables.ts';
import { createSharedKeys } from '../features/submissions/protection/shared-keys.ts';
import type { SubmissionDatabase } from '../features/submissions/records/tables.ts';
import { type Clock, systemClock } from '../platform/clock/clock.ts';
import { ContentError } from '../platform/content/problem.ts';
import { type ContentStore, createContentStore, type RefusedContent } from '../platform/content/store.ts';
import { dataNames, isOwnEntry } from '../platform/files/data-directory.ts';
import { makeDirectory, makePrivate, reasonNotToStore } from '../platform/files/private-directory.ts';
import { createClientAddresses } from '../platform/http/client-address.ts';
import { canWrite } from '../platform/http/health.ts';
import { createSecurityHeaders } from '../platform/http/security-headers.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { ImageStore } from '../platform/media/image-store.ts';
import { createThreadedDocuments } from '../platform/search-index/threaded-documents.ts';
import type { AppDependencies } from './app.ts';
import { type Configuration, ConfigurationError, readConfiguration } from './config.ts';
import { contentReadiness, reportContent, reportRefusedStart } from './content-status.ts';
import { type Measured, unmeasured } from './metrics/measured.ts';
import { createPreviewLinks } from './preview-links.ts';
import { screenTitle } from './screen-titles.ts';
import { createSiteSubmissions } from './site-submissions.ts';

/** How long the process serves before it generates pictures in advance, ms: the first pages come first. */
const picturesAfterMs = 5000;

/** Lock file, which changes with the packages that prepare articles. */
const lockFile = new URL('../../package-lock.json', import.meta.url);

/** Dependencies of the application that do not depend on whether there is a build. */
export type Dependencies = Omit<AppDependencies, 'clientDirectory'>;

/**
 * Constructs every adapter that the configuration chooses, for the process in `server.ts` and for development.
 * @param options.clock the system clock by default
 * @param options.measured measures the adapters; nothing is measured by default
 * @param options.isHosted whether links may lead to articles and positions that only a content host has; by default if there is one
 * @returns the dependencies, the change of the content directory that is refused, and `close`, which releases their resources
 * @throws ConfigurationError if a directory cannot be used, ContentError if the content is invalid
 */
export async function createDependencies(
  configuration: Configuration,
  {
    clock = systemClock,
    measured = unmeasured,
    isHosted = configuration.contentHost !== undefined,
  }: { clock?: Clock; measured?: Measured | undefined; isHosted?: boolean } = {},
): Promise<{
  dependencies: Dependencies;
  refused: () => RefusedContent | undefined;
  close: () => Promise<void>;
}> {
  const { siteUrl, contentDirectory, dataDirectory, trustedProxies, logLevel } = configuration;
  const log = createLog({ level: logLevel, clock, onLine: measured.onLogLine });
  requireContentDirectory(configuration);
  await requireDataDirectory(configuration);
  makePrivate(dataDirectory, isOwnEntry, log);
  const images = new ImageStore({ directory: join(dataDirectory, dataNames.images), log });
  const { embedded, documents } = await openEmbeddedContent(configuration, { images, isHosted, clock, log, measured });
  measured.content(embedded);
  const hosted =
    configuration.contentHost === undefined
      ? undefined
      : await openHostedContent(configuration.contentHost, embedded, { dataDirectory, images, clock, log, measured });
  const content = hosted?.content ?? embedded;
  const reconcilePictures = () => {
    images
      .reconcile({ ...content.current().pictures, cards: shareImagesAhead(content.current()) })
      .catch((error: unknown) => log.warn('pictures could not be generated in advance', { error }));
  };
  content.onChange(reconcilePictures);
  const reconciling = setTimeout(reconcilePictures, picturesAfterMs).unref();
  const { submissions, database } = createSiteSubmissions(configuration, { content, clock, log, measured });
  submissions.start();
  const reporter = reportContent(configuration, { content: embedded, database, clock, log });
  const analytics = createAnalytics({
    settings: configuration.analytics,
    store: createAnalyticsStore(database.db.$extendTables<AnalyticsTables>().$pickTables<keyof AnalyticsTables>()),
    titleOf: (path) => screenTitle(content.current(), path),
    onVital: measured.onVital,
    clock,
    log,
  });
  analytics.start();
  const purge = startPurge(configuration, { content, database, clock, log });
  const refused = () => embedded.status().refused;
  const ready = async () => {
    const [data, database] = await Promise.all([canWrite(dataDirectory), submissions.isReady()]);
    const isRead = !content.current().isPartial;
    const checks = { content: isRead, data, database };
    return { ok: isRead && data && database, checks, content: contentReadiness(embedded.status()) };
  };
  return {
    dependencies: {
      log,
      clock,
      content,
      images,
      siteUrl,
      submissions,
      analytics,
      ready,
      previewLinks: createPreviewLinks({ keys: createSharedKeys(database), clock }),
      editor: configuration.editorRepository && {
        repository: configuration.editorRepository,
        contentDirectory,
        workDirectory: join(dataDirectory, dataNames.edit),
        isHosted,
        refused,
      },
      cacheTag: purge && pageTag,
      securityHeaders: createSecurityHeaders(siteUrl),
      clientAddresses: createClientAddresses(trustedProxies),
    },
    refused,
    close: async () => {
      clearTimeout(reconciling);
      content.close();
      // Before `submissions`, which closes their database.
      await Promise.all([analytics.stop(), reporter.stop(), purge?.stop()]);
      await Promise.all([submissions.stop(), images.close(), documents.close(), hosted?.close()]);
    },
  };
}

/** @throws ConfigurationError if the content directory cannot be read */
export function requireContentDirectory({ contentDirectory }: Pick<Configuration, 'contentDirectory'>): void {
  const reason = reasonNotToRead(contentDirectory);
  if (reason === undefined) return;
  throw new ConfigurationError(
    `CONTENT_DIR is ${JSON.stringify(contentDirectory)}, which ${reason}; it takes the path of a directory`,
  );
}

/** Creates the data directory unless it exists. @throws ConfigurationError if it cannot store data */
export async function requireDataDirectory({ dataDirectory }: Pick<Configuration, 'dataDirectory'>): Promise<void> {
  const reason = await reasonNotToStore(dataDirectory);
  if (reason === undefined) return;
  throw new ConfigurationError(
    `DATA_DIR is ${JSON.stringify(dataDirectory)}, which ${reason}; it takes the path of a directory that this user may write to`,
  );
}

/** Reads the content directory. @throws ContentError if it is invalid, after a report for `npm run content:status` */
async function openEmbeddedContent(
  configuration: Configuration,
  {
    images,
    isHosted,
    clock,
    log,
    measured,
  }: { images: ImageStore; isHosted: boolean; clock: Clock; log: Log; measured: Measured },
) {
  const { siteUrl, contentDirectory, dataDirectory } = configuration;
  const documents = createThreadedDocuments({
    directory: join(dataDirectory, dataNames.prepared),
    preparer: new URL('../features/articles/prepare-article.server.ts', import.meta.url),
    lockFile,
    clock,
    log,
  });
  // With a content host, searches use its documents.
  const articleReader = createArticleReader(isHosted ? documents : measured.search(documents));
  const slugHistory = await openSlugHistory(dataDirectory, log);
  const memory = createReadingMemory();
  const embedded = await createContentStore({
    directory: contentDirectory,
    expectLoad: documents.expectReading,
    load: () =>
      readContent({
        directory: contentDirectory,
        siteUrl,
        articleReader,
        examiner: images,
        isHosted,
        slugHistory,
        memory,
        clock,
      }),
    clock,
    log,
  }).catch(async (error: unknown) => {
    if (error instanceof ContentError) await reportRefusedStart(configuration, error, { clock, log });
    throw error;
  });
  return { embedded, documents };
}

/** Purges the CDN, if one is configured, after each change of the content. */
function startPurge(
  { purge: target, siteUrl }: Configuration,
  {
    content,
    database,
    clock,
    log,
  }: { content: ContentStore<SiteContent>; database: SubmissionDatabase; clock: Clock; log: Log },
): Purge | undefined {
  if (!target) return undefined;
  const db = database.db.$extendTables<PurgeTables>().$pickTables<keyof PurgeTables>();
  const purge = createPurge({ target, db, siteUrl, clock, log });
  content.onChange(({ version }) => void purge.request(version));
  // A start may bring a new release, or content that changed while nothing ran.
  void purge.request(content.current().version);
  return purge;
}

/** Opens the content of an outside host, merged into the embedded content. */
async function openHostedContent(
  origin: string,
  embedded: ContentStore<SiteContent>,
  {
    dataDirectory,
    images,
    clock,
    log,
    measured,
  }: { dataDirectory: string; images: ImageStore; clock: Clock; log: Log; measured: Measured },
): Promise<{ content: HostedContentStore; close: () => Promise<void> }> {
  const directory = join(dataDirectory, dataNames.contentHost);
  await makeDirectory(directory).catch((error) => log.warn('the copy of the content host cannot be stored', { error }));
  const documents = createThreadedDocuments({
    directory: join(directory, 'prepared'),
    preparer: new URL('../features/articles/prepare-host-article.server.ts', import.meta.url),
    lockFile,
    clock,
    log,
  });
  const reader = createHostReader();
  const mirror = await openContentHostMirror({ client: createHostClient(origin), reader, directory, clock, log });
  const content = await createHostedContentStore({
    embedded,
    mirror,
    documents: measured.search(documents),
    examiner: images,
    log,
  });
  const close = async () => {
    await content.settled();
    await reader.end();
    await documents.close();
  };
  return { content, close };
}

/**
 * Starts a process with the configuration of its environment. If it cannot start, explains why to the operator, and ends it with 1.
 * @throws the error of a bug, whose stack is needed
 */
export async function startConfigured(
  environment: NodeJS.ProcessEnv,
  start: (configuration: Configuration) => Promise<void>,
): Promise<void> {
  let configuration: Configuration | undefined;
  try {
    configuration = readConfiguration(environment);
    await start(configuration);
  } catch (error) {
    const explanation = explainStartFailure(error, configuration);
    if (explanation === undefined) throw error;
    console.error(explanation);
    process.exit(1);
  }
}

/** What Node adds to an error of `listen` (the port) and of `getaddrinfo` (the name that was looked up). */
interface SocketFailure {
  readonly port?: number;
  readonly hostname?: string;
}

/**
 * Explains to an operator why the process cannot start, in one line, or one per mistake of the content; undefined for a bug, whose
 * stack is needed.
 */
export function explainStartFailure(
  error: unknown,
  {
    host,
    port,
    metrics,
    contentDirectory,
  }: Partial<Pick<Configuration, 'host' | 'port' | 'metrics' | 'contentDirectory'>> = {},
): string | undefined {
  if (error instanceof ConfigurationError) return error.message;
  if (error instanceof ContentError)
    return `${error.message}\nThe content in CONTENT_DIR (${contentDirectory}) is not valid; the paths above are below it`;
  const { code, path, syscall, hostname, port: failed } = error as NodeJS.ErrnoException & SocketFailure;
  // The error of a name that cannot be resolved has no port.
  const isOf = (other: { host: string; port: number }) =>
    failed === other.port || (hostname === other.host && hostname !== host);
  const listener = metrics && isOf(metrics) ? { ...metrics, names: 'METRICS_' } : { host, port, names: '' };
  // `npm run edit` also listens on the port after PORT, and has a default of its own.
  const where = `Port ${failed ?? listener.port} of ${listener.host}`;
  if (code === 'EADDRINUSE') return `${where} is in use; set ${listener.names}PORT to another one`;
  if (code === 'EACCES' && syscall === 'listen')
    return `${where} may not be used by this user; set ${listener.names}PORT to another one`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${listener.names}HOST is "${listener.host}", which is not an address of this machine`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `${listener.names}HOST is "${listener.host}", on which the site cannot listen (${code}); it takes an address of this machine`;
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
    return `${path} may not be read or written by this user; change its owner or its permissions`;
  if (code === 'ENOENT' && path !== undefined) return `${path} does not exist`;
  return undefined;
}

/** Returns the URL of the server for a browser on this machine. */
export function localUrl({ host, port }: { host: string; port: number }): string {
  const isEveryone = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${isEveryone ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
