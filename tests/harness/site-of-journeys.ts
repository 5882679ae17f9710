import { startServer } from './server.ts';

/** Facts about the site that all journeys share. */
export interface SharedSite {
  /** Such as `http://localhost:40123`. */
  readonly origin: string;
  /** Everything that the site writes is below it; other journeys write there at the same time. */
  readonly dataDirectory: string;
}

/** Playwright passes only the environment from a global set-up to its workers. */
const variable = 'SITE_OF_JOURNEYS';

/**
 * Starts the built site once for all journeys: a server for each worker would read the content, draw the pictures of shared links
 * and compress the pages as often. A global set-up of Playwright.
 * @returns a function that stops it, and throws if it has logged an error
 */
export default async function startSiteOfJourneys(): Promise<() => Promise<void>> {
  const { origin, dataDirectory, stop } = await startServer();
  process.env[variable] = JSON.stringify({ origin, dataDirectory } satisfies SharedSite);
  return stop;
}

/** @throws if no global set-up has started the site */
export function siteOfJourneys(): SharedSite {
  const site = process.env[variable];
  if (site === undefined) throw new Error(`The global set-up has not set ${variable}`);
  return JSON.parse(site);
}
