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

/** Times sequential runs. */
export async function timeEach(times: number, run: (turn: number) => Promise<unknown>): Promise<Durations> {
  const durations = new Float64Array(times);
  for (let turn = 0; turn < times; turn += 1) {
    const start = performance.now();
    await run(turn);
    durations[turn] = performance.now() - start;
  }
  return durationsOf(durations);
}

/** Times sequential runs until a promise settles. */
export async function timeUntil(over: Promise<unknown>, run: () => Promise<unknown>): Promise<Durations> {
  let isOver = false;
  const end = over.finally(() => {
    isOver = true;
  });
  const durations: number[] = [];
  while (!isOver) {
    const start = performance.now();
    await run();
    durations.push(performance.now() - start);
  }
  await end;
  return durationsOf(Float64Array.from(durations));
}

/** Times as many concurrent requests as fit into a duration. */
export async function loadFor(
  { seconds, concurrency }: { seconds: number; concurrency: number },
  run: (turn: number) => Promise<unknown>,
): Promise<TimedLoad> {
  const durations: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let turn = 0;
  const line = async () => {
    while (performance.now() < end) {
      turn += 1;
      const begun = performance.now();
      await run(turn);
      durations.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, line));
  return joinLoads([{ durations, seconds: (performance.now() - start) / 1000 }]);
}

/** Combines loads of the same kind. */
export function joinLoads(loads: readonly Pick<TimedLoad, 'durations' | 'seconds'>[]): TimedLoad {
  const durations = loads.flatMap((load) => load.durations);
  const seconds = loads.reduce((sum, load) => sum + load.seconds, 0);
  return { ...durationsOf(Float64Array.from(durations)), perSecond: durations.length / seconds, durations, seconds };
}

/** The median of numbers, of which there is at least one. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns the percentiles of durations, ms. */
export function durationsOf(durations: Float64Array): Durations {
  const sorted = durations.toSorted();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
