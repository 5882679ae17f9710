/** Durations of single runs, ms. */
export interface Durations {
  p50: number;
  p95: number;
  p99: number;
}

/** The measurement of a URL under load. */
export interface Load extends Durations {
  /** Responses per second, with several concurrent requests. */
  perSecond: number;
}

/** A load with its single durations. */
export interface TimedLoad extends Load {
  /** Duration of each response, ms. */
  durations: readonly number[];
  /** Total duration. */
  seconds: number;
}

/** Times sequential runs while one more is wanted. @returns their durations, ms */
async function timeWhile(
  isWanted: (turn: number) => boolean,
  run: (turn: number) => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = 0; isWanted(turn); turn += 1) {
    const start = performance.now();
    await run(turn);
    durations.push(performance.now() - start);
  }
  return durations;
}

/** Times sequential runs. */
export const timeEach = async (times: number, run: (turn: number) => Promise<unknown>): Promise<Durations> =>
  durationsOf(await timeWhile((turn) => turn < times, run));

/** Times sequential runs until a promise settles. */
export async function timeUntil(over: Promise<unknown>, run: () => Promise<unknown>): Promise<Durations> {
  let isOver = false;
  const end = over.finally(() => {
    isOver = true;
  });
  const durations = await timeWhile(() => !isOver, run);
  await end;
  return durationsOf(durations);
}

/** Times as many concurrent requests as fit into a duration. */
export async function loadFor(
  { seconds, concurrency }: { seconds: number; concurrency: number },
  run: (turn: number) => Promise<unknown>,
): Promise<TimedLoad> {
  const start = performance.now();
  let turn = 0;
  const line = () =>
    timeWhile(
      () => performance.now() < start + seconds * 1000,
      () => run(++turn),
    );
  const durations = (await Promise.all(Array.from({ length: concurrency }, line))).flat();
  return joinLoads([{ durations, seconds: (performance.now() - start) / 1000 }]);
}

/** Combines loads of the same kind. */
export function joinLoads(loads: readonly Pick<TimedLoad, 'durations' | 'seconds'>[]): TimedLoad {
  const durations = loads.flatMap((load) => load.durations);
  const seconds = loads.reduce((sum, load) => sum + load.seconds, 0);
  return { ...durationsOf(durations), perSecond: durations.length / seconds, durations, seconds };
}

/** The median of numbers, of which there is at least one. */
export const medianOf = (values: readonly number[]): number => durationsOf(values).p50;

/** Returns the percentiles of durations, ms. */
export function durationsOf(durations: readonly number[]): Durations {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
