import type { Solution } from 'altcha-lib/types';

/** Time limit, ms; a slower device sends its form without a proof. */
const timeoutMs = 30_000;

/**
 * Solves a proof of work in a worker, while the visitor types. @returns the proof in the format that the server expects
 * @throws if no worker can be started, or if the time limit is exceeded
 */
export async function solve(challenge: unknown): Promise<string> {
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<Solution>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Solution | { error: unknown } | null>) =>
        data && 'counter' in data ? resolve(data) : reject(data?.error ?? new Error('It took too long'));
      worker.onerror = reject;
      worker.postMessage({ type: 'work', challenge, timeout: timeoutMs });
    });
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
