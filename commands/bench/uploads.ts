import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { listingPath } from '../../app/paths.ts';
import { type Durations, timeUntil } from './measure.ts';
import { type ServerProcess, startSite } from './processes.ts';
import { ms, say, table, temporaryFolder } from './report.ts';
import type { UploadOrder } from './upload-worker.ts';

/** Concurrent uploads, each with a résumé of maximum size. */
const concurrency = 50;

/** Submissions per sender. */
const rounds = 3;

/** Sampling interval of memory, ms. */
const lookMs = 20;

/** The page requested meanwhile, cached like almost every page. */
const page = listingPath;

/** Measures the cost of many large concurrent uploads: memory, and the duration of page requests meanwhile. */
export async function benchUploads(): Promise<void> {
  await using folder = await temporaryFolder();
  const server = await startSite({ DATA_DIR: join(folder.path, 'data') });
  await server.settled();
  const quiet = await pagesUntil(server, pause(5000));
  const memoryBefore = server.memory();
  let maxMemory = memoryBefore;
  const looking = setInterval(() => {
    maxMemory = Math.max(maxMemory, server.memory());
  }, lookMs);
  const start = performance.now();
  const uploading = upload({ origin: server.origin, concurrency, rounds });
  const beside = await pagesUntil(server, uploading);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(looking);
  const megabytes = (await uploading) / 1024 ** 2;
  await server.stop();

  say(`\n${concurrency} uploads at a time`);
  say(`${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB a second`);
  say(`memory: ${memoryBefore.toFixed(0)} MB before, ${(maxMemory - memoryBefore).toFixed(0)} MB more at most`);
  const row = (name: string, { p50, p99 }: Durations) => [name, ms(p50), ms(p99)];
  table(['', 'p50', 'p99'], [row('a cached page', quiet), row('the same page during the uploads', beside)]);
}

/** Times sequential page requests until a promise settles. */
function pagesUntil(server: ServerProcess, over: Promise<unknown>): Promise<Durations> {
  return timeUntil(over, () => server.get(page));
}

/** Sends uploads from a separate thread, so that sending does not delay the measurements. @returns bytes sent */
async function upload(workerData: UploadOrder): Promise<number> {
  const worker = new Worker(new URL('upload-worker.ts', import.meta.url), { workerData });
  const [bytes] = await once(worker, 'message');
  return Number(bytes);
}
