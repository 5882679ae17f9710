import type { Solution } from 'altcha-lib/types';

/** A device that takes longer, ms, sends its form without a proof. */
const timeoutMs = 30_000;

/**
 * Solves a proof of work in a thread of its own, while the visitor types.
 * @param challenge as the server made it
 * @returns the proof as the server takes it
 * @throws when there is no thread to be had, or it takes too long
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
