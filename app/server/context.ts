import type { Context, Env } from 'hono';
import type { SiteContent } from '../content/site-content.ts';
import type { Analytics } from '../features/analytics/analytics.ts';
import type { SubmissionClient, Submissions } from '../features/submissions/submissions.ts';
import type { Log } from '../platform/log/log.ts';
import type { BrowserBuild } from './browser-build.ts';

/** What a route may ask for; set once for each request. */
export interface RequestServices {
  /** The content in force when the request arrived. */
  content: SiteContent;
  /** Public origin without a trailing slash, from the configuration and never from the request. */
  siteUrl: string;
  /** The day of this content, as an ISO date in UTC. */
  today: () => string;
  /** Takes what visitors send. */
  submissions: Submissions;
  /** Takes what browsers report. */
  analytics: Analytics;
  /** Who asks; nobody where a page is rendered for everyone. */
  client: SubmissionClient | undefined;
  log: Log;
  /** What pages name of the browser's part of the build. */
  browserBuild: BrowserBuild;
}

/** Types of the routes: their services come in as Hono's bindings. */
export interface RouteEnv extends Env {
  Bindings: RequestServices;
}

/** What a route is given: the request, and as `env` its services. */
export type RouteContext<Path extends string = string> = Context<RouteEnv, Path>;
