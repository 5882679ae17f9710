import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createContentCheck } from '../content/content-check.ts';
import type { SiteContent } from '../content/site-content.ts';
import { type DraftProblem, tryDraft } from '../editor/draft.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { readBrowserBuild } from './browser-build.ts';
import type { RequestServices } from './context.ts';
import { routes } from './routes.ts';

// A process of its own for drafts of the editor, started by `draft-process.ts`.

/** What drafts are rendered with. */
export interface DraftSite {
  contentDirectory: string;
  /** Where the content is laid out with a draft in the place of its file. */
  workDirectory: string;
  siteUrl: string;
  /** Whether a content host has the articles and positions that are shown. */
  isHosted: boolean;
  /** Where the browser's part of the build is. */
  clientDirectory: string;
}

export interface DraftRequest {
  readonly id: number;
  /** JSON of a draft. */
  readonly body: Uint8Array;
  readonly nextArticleId: number;
}

export type DraftResponse = { readonly id: number } & (
  | { readonly html: string | undefined; readonly problems: readonly DraftProblem[] }
  | { readonly invalid: string }
  | { readonly failure: string }
);

const site = JSON.parse(process.argv[2] ?? '') as DraftSite;
const { contentDirectory, workDirectory, siteUrl, isHosted, clientDirectory } = site;
const check = createContentCheck({ directory: contentDirectory, workDirectory, siteUrl, isHosted });

// A signal to the whole group of processes is the server's to act on; this one ends when the server disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

let turn: Promise<void> = Promise.resolve();
process.on('message', (request: DraftRequest) => {
  turn = turn.then(async () => {
    const response = await responseTo(request);
    if (process.connected) process.send?.(response);
  });
});

async function responseTo({ id, body, nextArticleId }: DraftRequest): Promise<DraftResponse> {
  try {
    const { content, problems, pathIn } = await tryDraft(JSON.parse(new TextDecoder().decode(body)), {
      check,
      nextArticleId,
      readText: (file) => readFile(join(contentDirectory, file), 'utf8').catch(() => ''),
    });
    return { id, html: content && (await htmlOf(content, pathIn(content))), problems };
  } catch (error) {
    if (error instanceof z.ZodError) return { id, invalid: z.prettifyError(error) };
    if (error instanceof SyntaxError) return { id, invalid: error.message };
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** A page of the site as a visitor without JavaScript gets it, who neither sends a form nor is counted. */
async function htmlOf(content: SiteContent, path: string): Promise<string> {
  const nothing = () => Promise.reject(new Error('A draft takes no requests'));
  const services: RequestServices = {
    content,
    siteUrl,
    submissions: { asksForProof: false, receive: nothing, issueToken: nothing, openResume: nothing },
    analytics: { settings: undefined, receive: nothing },
    client: undefined,
    browserBuild: readBrowserBuild(clientDirectory),
    log: createLog({ level: 'error', clock: systemClock, write: (line) => process.stderr.write(line) }),
    today: () => content.today,
  };
  const response = await routes.fetch(new Request(new URL(path, siteUrl)), services);
  return response.text();
}
