/** Work has taken longer than it may. It may still be under way. */
export class TimeLimitError extends Error {}

/** Resolves or rejects as a promise does. @throws TimeLimitError if that takes longer than `ms` */
export async function withTimeLimit<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(`It takes longer than ${ms} ms`)), ms);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
