/** Requests to a thread or process that have no response yet, by number. */
export interface PendingRequests<Response> {
  /** Adds a request. @returns its number, from 1, and its response */
  add(): { id: number; response: Promise<Response> };
  /** Removes a request; undefined if it has ended already. */
  take(id: number): PromiseWithResolvers<Response> | undefined;
  rejectAll(error: unknown): void;
  readonly size: number;
}

export function createPendingRequests<Response>(): PendingRequests<Response> {
  const pending = new Map<number, PromiseWithResolvers<Response>>();
  let last = 0;
  return {
    add() {
      last += 1;
      const request = Promise.withResolvers<Response>();
      pending.set(last, request);
      return { id: last, response: request.promise };
    },
    take(id) {
      const request = pending.get(id);
      pending.delete(id);
      return request;
    },
    rejectAll(error) {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
    get size() {
      return pending.size;
    },
  };
}
