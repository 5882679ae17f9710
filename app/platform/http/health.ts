import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { livenessPath, readinessPath } from '../../paths.ts';
import type { Clock } from '../clock/clock.ts';
import { probePrefix } from '../files/data-directory.ts';
import { ignoreMissing } from '../files/file-store.ts';

/** The state of the process, as `/readyz` reports it. */
export interface Readiness {
  /** Whether pages can be served and forms stored. */
  readonly ok: boolean;
  /** The result of each check by its name. */
  readonly checks: Readonly<Record<string, boolean>>;
  /** The state of the content. Does not affect `ok`: after a refused change the site shows the last valid content. */
  readonly content?: ContentReadiness;
}

/** The live version and the refused change, with the locations of its problems but not their messages, since drafts are confidential. */
export interface ContentReadiness {
  readonly version: string;
  /** ISO 8601. */
  readonly since: string;
  readonly refused: {
    readonly since: string;
    /** Total number of problems; the list may be shorter. */
    readonly count: number;
    readonly problems: readonly { readonly file: string; readonly line: number | null }[];
  } | null;
}

/** How long a result of `/readyz` is cached, from its end: the checks write to the disk, and anyone may request it. */
const readinessMs = 1000;

/**
 * Serves `/healthz`, which is 200 as long as the process responds (otherwise restart it), and `/readyz`, which is 200 while the
 * process can do all of its work and 503 otherwise (a new instance should get no requests until it can).
 * @param options.ready called at most once a second, and not before its last result; a rejection counts as not ready
 */
export function health(options: { ready: () => Promise<Readiness>; clock: Clock }): Hono {
  const { ready, clock } = options;
  let latest: { readiness: Promise<Readiness>; settledAt?: number } | undefined;
  const readiness = () => {
    const now = clock.now().getTime();
    // On a disk that does not respond, each further check would hold one of the few threads that also read pages' files.
    const { settledAt = now } = latest ?? {};
    if (!latest || now - settledAt >= readinessMs || now < settledAt) {
      const next: typeof latest = { readiness: ready().catch(() => ({ ok: false, checks: {} })) };
      void next.readiness.then(() => {
        next.settledAt = clock.now().getTime();
      });
      latest = next;
    }
    return latest.readiness;
  };
  return new Hono()
    .get(livenessPath, (context) => respond(context, { ok: true, checks: {} }))
    .get(readinessPath, async (context) => respond(context, await readiness()));
}

function respond(context: Context, readiness: Readiness): Response {
  context.header('Cache-Control', 'no-store');
  return context.json(readiness, readiness.ok ? 200 : 503);
}

/** Larger than the space that a full disk may still have in the last block of a file. */
const probeBytes = Buffer.alloc(4096);

/** Checks whether a file in the directory reaches the disk: false for a full or read-only disk and a missing directory. */
export async function canWrite(directory: string): Promise<boolean> {
  const file = join(directory, `${probePrefix}${process.pid}`);
  try {
    await using handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(probeBytes);
      await handle.sync();
    } finally {
      // Another check at the same time has removed it.
      await unlink(file).catch(ignoreMissing);
    }
    return true;
  } catch {
    return false;
  }
}
