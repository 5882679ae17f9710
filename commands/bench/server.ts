import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listingPath } from '../../app/paths.ts';
import { joinLoads, type Load, loadFor, medianOf, type TimedLoad } from './measure.ts';
import { type ServerProcess, startBareServer, startSite } from './processes.ts';
import { ms, say, table, temporaryFolder } from './report.ts';

/** A page that almost every visit requests; a search makes it one that is not cached. */
const page = listingPath;
const missOf = (turn: number) => `${page}?search=cloud+${turn.toString(36)}`;

/** Headers of a browser; the bare server sends the same bytes to every client. */
const asBrowser = { 'accept-encoding': 'gzip, deflate, br' };

/** Timed starts of each program, alternating. */
const starts = 7;

/** Rounds of load, alternating between the two servers. */
const rounds = 5;

/** How long nobody requests anything before memory counts as that of an idle process, ms: its threads end after half a minute. */
const idleMs = 60_000;

/** Concurrent requests while responses per second are counted. */
const concurrency = 16;

/** Pages rendered per round to measure the cost of one. */
const misses = 200;

/** Pages rendered in a row to measure the growth of memory: more than fit into the page cache. */
const manyMisses = 3000;

/** Measures start, memory, cached pages and cache misses of the built server, compared with a bare `node:http` server. */
export async function benchServer({ seconds }: { seconds: number }): Promise<void> {
  await using folder = await temporaryFolder();
  const dataDirectory = join(folder.path, 'data');
  const first = await startSite({ DATA_DIR: dataDirectory });
  await first.settled();
  const response = await responseOf(first);
  await first.stop();

  const startSiteAgain = () => startSite({ DATA_DIR: dataDirectory });
  const startBare = () => startBareServer(folder.path, response);
  await benchStarts(startSiteAgain, startBare);
  const [site, bare] = [await startSiteAgain(), await startBare()];
  await setTimeout(idleMs);
  const idle = { site: site.memory(), bare: bare.memory() };
  await benchLoads(site, bare, seconds);
  const loaded = { site: site.memory(), bare: bare.memory() };
  for (let miss = 1; miss <= manyMisses; miss += 1) await site.get(missOf(rounds * misses + miss), asBrowser);
  say(
    `memory, idle: ${idle.site.toFixed(0)} MB (bare ${idle.bare.toFixed(0)} MB); after all of this: ${loaded.site.toFixed(0)} MB (bare ${loaded.bare.toFixed(0)} MB); after ${manyMisses} misses more: ${site.memory().toFixed(0)} MB`,
  );
  await Promise.all([site.stop(), bare.stop()]);
}

async function benchStarts(startSiteAgain: () => Promise<ServerProcess>, startBare: () => Promise<ServerProcess>) {
  const times: Record<'site' | 'bare', number[]> = { site: [], bare: [] };
  for (let turn = 0; turn < starts; turn += 1) {
    for (const [name, start] of [
      ['site', startSiteAgain],
      ['bare', startBare],
    ] as const) {
      const server = await start();
      times[name].push(server.startMs);
      await server.stop();
    }
  }
  const [site, bare] = [medianOf(times.site), medianOf(times.bare)];
  say(`\nStart to ready, warm data: ${site.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, × ${(site / bare).toFixed(1)}`);
}

async function benchLoads(site: ServerProcess, bare: ServerProcess, seconds: number): Promise<void> {
  const loads: Record<'site' | 'bare', TimedLoad[]> = { site: [], bare: [] };
  const costs: number[] = [];
  let turn = 0;
  for (let round = 0; round < rounds; round += 1) {
    loads.bare.push(await loadFor({ seconds, concurrency }, () => bare.get(page, asBrowser)));
    loads.site.push(await loadFor({ seconds, concurrency }, () => site.get(page, asBrowser)));
    const before = site.processorMs();
    for (let miss = 0; miss < misses; miss += 1) {
      turn += 1;
      await site.get(missOf(turn), asBrowser);
    }
    costs.push((site.processorMs() - before) / misses);
  }
  const [ofSite, ofBare] = [joinLoads(loads.site), joinLoads(loads.bare)];
  const row = (name: string, load: Load) => [
    name,
    ms(load.p50),
    ms(load.p99),
    load.perSecond.toFixed(0),
    (load.perSecond / ofBare.perSecond).toFixed(2),
    (load.p99 / ofBare.p99).toFixed(2),
  ];
  table(
    ['', 'p50', 'p99', 'responses/s', 'responses/s / bare', 'p99 / bare'],
    [row('a cached page', ofSite), row('a bare server with the same bytes', ofBare)],
  );
  say(`processor time of a page that is not cached (a new search): ${ms(medianOf(costs))}`);
}

/** Returns the site's response with the cached page, for the bare server to send. */
async function responseOf(site: ServerProcess) {
  const { headers, bytes } = await site.response(page, asBrowser);
  const { date: _, connection: __, 'keep-alive': ___, ...sent } = headers;
  return { headers: sent, body: bytes.toString('base64') };
}
