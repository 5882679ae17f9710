import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { SiteContent } from '../../app/content/site-content.ts';
import { openPositions } from '../../app/features/careers/position-queries.ts';
import { positionHref } from '../../app/paths.ts';
import type * as App from '../../app/server/app.ts';
import { readConfiguration } from '../../app/server/config.ts';
import { createDependencies } from '../../app/server/dependencies.ts';
import { shareDrawnPictures } from '../harness/server.ts';

/** The public origin of the site in these tests. Not the origin of the requests: URLs must be built from it alone. */
export const siteUrl = 'https://www.acme.example';

/** The whole site as `npm start` serves it, without a socket: the built application over a content directory. */
export interface Site extends AsyncDisposable {
  /** Requests a path; redirects are not followed. */
  get(address: string, init?: RequestInit): Promise<Response>;
  /** The text of a response that must be 200. */
  read(address: string): Promise<string>;
  content(): SiteContent;
  /** Number of rendered pages. */
  renderings(): number;
  /** Renders the pages that most visits begin with, and resolves when done; from then on the site does so on its own. */
  prepare(): Promise<void>;
  /** @returns the path of a link that shows a page before it is published */
  previewLink(path: string, lifetimeMs: number): Promise<string>;
  /** Stops the clock at a time. */
  setTime(time: string): void;
}

export const root = fileURLToPath(new URL('../../', import.meta.url));
const ownContent = join(root, 'content');

/** A site that other tests use too, so none of them stops it or its clock. */
export type SharedSite = Pick<Site, 'get' | 'read' | 'content' | 'renderings'>;

let shared: Promise<Site> | undefined;

/** The site with the project's own content, one for all files of a process: to start it takes five seconds of processor time. */
export function sharedSite(): Promise<SharedSite> {
  shared ??= createSite();
  return shared;
}

/**
 * @param contentDirectory the project's own content by default
 * @param environment added to that of the tests
 */
export async function createSite(
  contentDirectory = ownContent,
  environment: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const entry = join(root, 'build/server/app.js');
  // React's first import selects its production code by it.
  process.env.NODE_ENV = 'production';
  const { createApp }: typeof App = await import(entry);

  let time: Date | undefined;
  const dataDirectory = await mkdtemp(join(inject('siteData'), 'site-'));
  if (contentDirectory === ownContent) await shareDrawnPictures(dataDirectory);
  const { dependencies, close } = await createDependencies(
    readConfiguration({
      SITE_URL: siteUrl,
      CONTENT_DIR: contentDirectory,
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      ...environment,
    }),
    { clock: { now: () => time ?? new Date() } },
  );
  let renderings = 0;
  const store = dependencies.content;
  const app = await createApp({
    ...dependencies,
    content: { ...store, current: () => countingReads(store.current(), () => (renderings += 1)) },
    clientDirectory: join(root, 'build/client'),
    editorDirectory: join(root, 'build/editor'),
  });
  const get: Site['get'] = async (address, init) => app.fetch(new Request(new URL(address, 'http://127.0.0.1'), init));
  return {
    get,
    async read(address) {
      const response = await get(address);
      if (response.status !== 200) throw new Error(`${address} has status ${response.status}`);
      return response.text();
    },
    content: store.current,
    renderings: () => renderings,
    previewLink: async (path, lifetimeMs) => (await dependencies.previewLinks?.issue(path, lifetimeMs)) ?? '',
    prepare: app.preparation.begin,
    setTime: (value) => {
      time = new Date(value);
    },
    async [Symbol.asyncDispose]() {
      app.preparation.end();
      await close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A rendering takes the content once and reads `site`, which every page shows; a file sent from the store does not. */
function countingReads(content: SiteContent, onFirstRead: () => void): SiteContent {
  const { site } = content;
  let isRead = false;
  return Object.defineProperty({ ...content }, 'site', {
    get: () => {
      if (!isRead) onFirstRead();
      isRead = true;
      return site;
    },
  });
}

/** Every path with a separate screen: the sitemap's, aliases, tabs, pages of results, the unknown. */
export function pathsOf(content: SiteContent): string[] {
  return [
    ...content.pages.flatMap(({ address, aliases }) => [address, ...aliases]),
    ...content.legal.map(({ address }) => address),
    ...content.articles.map(({ slug }) => `/single/${slug}/`),
    ...openPositions(content.positions, new Date().toISOString().slice(0, 10)).map(positionHref),
    '/what-we-think?category=insights',
    '/what-we-think?category=insights&page=2',
    '/what-we-think?category=insights&search=nothing-is-called-this',
    ...content.positionCategories.map(({ slug }) => `/join-us?cat=${slug}`),
    '/nowhere',
  ];
}
