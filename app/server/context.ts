import type { Context, Env } from 'hono';
import type { SiteContent } from '../content/site-content.ts';
import type { Analytics } from '../features/analytics/analytics.ts';
import type { SubmissionClient, Submissions } from '../features/submissions/submissions.ts';
import type { Log } from '../platform/log/log.ts';

/** Services for routes, set for each request. */
export interface RequestServices {
  /** The content in force when the request arrived. */
  content: SiteContent;
  /** When the preview link of the page expires, ISO 8601; undefined if the page is not a preview. */
  previewUntil?: string | undefined;
  /** Public origin without a trailing slash, from the configuration and never from the request. */
  siteUrl: string;
  submissions: Submissions;
  analytics: Analytics;
  /** The client of a submission; undefined if a page is rendered for everyone. */
  client: SubmissionClient | undefined;
  log: Log;
  /** URL of the script that wakes the islands. */
  script: string;
}

/** Types of the routes, which get their services as Hono's bindings. */
export interface RouteEnv extends Env {
  Bindings: RequestServices;
}

/** The context of a route: the request, and its services as `env`. */
export type RouteContext<Path extends string = string> = Context<RouteEnv, Path>;
