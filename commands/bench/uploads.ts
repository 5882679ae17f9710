import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { listingPath } from '../../app/paths.ts';
import { type Durations, timeUntil } from './measure.ts';
import { type ServerProcess, startSite } from './processes.ts';
import { inFolder, ms, say, table } from './report.ts';
import type { UploadOrder } from './upload-worker.ts';

/** Uploads at a time, each with a résumé that is as large as one may be. */
const atOnce = 50;

/** How often each sender sends. */
const rounds = 3;

/** How often memory is looked at, ms. */
const lookMs = 20;

/** Requested meanwhile: a cached page, as almost every page is. */
const page = listingPath;

/** What many large uploads at once cost: memory, and the time that pages take meanwhile. */
export async function benchUploads(): Promise<void> {
  await inFolder(async (folder) => {
    const server = await startSite({ DATA_DIR: join(folder, 'data') });
    await server.settled();
    const quiet = await pagesUntil(server, new Promise((resolve) => setTimeout(resolve, 5000)));
    const memoryBefore = server.memory();
    let most = memoryBefore;
    const looking = setInterval(() => {
      most = Math.max(most, server.memory());
    }, lookMs);
    const start = performance.now();
    const uploading = upload({ origin: server.origin, atOnce, rounds });
    const beside = await pagesUntil(server, uploading);
    const seconds = (performance.now() - start) / 1000;
    clearInterval(looking);
    const megabytes = (await uploading) / 1024 ** 2;
    await server.stop();

    say(`\n${atOnce} uploads at a time`);
    say(`${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB a second`);
    say(`memory: ${memoryBefore.toFixed(0)} MB before, ${(most - memoryBefore).toFixed(0)} MB more at most`);
    const row = (name: string, { p50, p99 }: Durations) => [name, ms(p50), ms(p99)];
    table(['', 'p50', 'p99'], [row('a cached page', quiet), row('the same page during the uploads', beside)]);
  });
}

/** Pages one after the other until something else is over. */
function pagesUntil(server: ServerProcess, over: Promise<unknown>): Promise<Durations> {
  return timeUntil(over, () => server.ask(page));
}

/** In a thread of its own, so that sending does not delay the measurements. @returns bytes sent */
async function upload(workerData: UploadOrder): Promise<number> {
  const worker = new Worker(new URL('upload-worker.ts', import.meta.url), { workerData });
  const [bytes] = await once(worker, 'message');
  return Number(bytes);
}
