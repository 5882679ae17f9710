import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { livenessPath, readinessPath } from '../../paths.ts';
import type { Clock } from '../clock/clock.ts';

/** What each part of the process says of itself. */
export interface Readiness {
  /** Whether requests may be sent here. */
  readonly ok: boolean;
  /** Each check by its name. */
  readonly checks: Readonly<Record<string, boolean>>;
  /** What is shown of the content. It makes no difference to `ok`: with a refused change the last valid content is shown. */
  readonly content?: ContentReadiness;
}

/** What is live, and what is refused: where, but not what it says, for drafts are nobody else's business. */
export interface ContentReadiness {
  readonly version: string;
  /** ISO 8601. */
  readonly since: string;
  readonly refused: {
    readonly since: string;
    /** How many there are; the list may be shorter. */
    readonly count: number;
    readonly problems: readonly { readonly file: string; readonly line: number | null }[];
  } | null;
}

/** How long a result of `/readyz` is cached: the checks write to the disk, and anyone may request it. */
const readinessMs = 1000;

/**
 * `/healthz`: 200 as long as the process serves; restart it when it does not. `/readyz`: 200 while it can do its work,
 * else 503; send no requests until it can.
 * @param options.ready asked at most once a second; a rejection counts as not ready
 */
export function health(options: { ready: () => Promise<Readiness>; clock: Clock }): Hono {
  const { ready, clock } = options;
  let latest: { at: number; readiness: Promise<Readiness> } | undefined;
  const readiness = () => {
    const now = clock.now().getTime();
    if (!latest || now - latest.at >= readinessMs || now < latest.at) {
      latest = { at: now, readiness: ready().catch(() => ({ ok: false, checks: {} })) };
    }
    return latest.readiness;
  };
  return new Hono()
    .get(livenessPath, (context) => answer(context, { ok: true, checks: {} }))
    .get(readinessPath, async (context) => answer(context, await readiness()));
}

function answer(context: Context, readiness: Readiness): Response {
  context.header('Cache-Control', 'no-store');
  return context.json(readiness, readiness.ok ? 200 : 503);
}

/** More than a disk that has just filled up still has in the last block of some file. */
const probeBytes = Buffer.alloc(4096);

/**
 * Whether a file can be written in the directory and reaches the disk: on a full or read-only disk it cannot, nor
 * where the directory is missing.
 */
export async function canWrite(directory: string): Promise<boolean> {
  const file = join(directory, `.probe-${process.pid}`);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(probeBytes);
      await handle.sync();
    } finally {
      await handle.close();
      await unlink(file);
    }
    return true;
  } catch {
    return false;
  }
}
