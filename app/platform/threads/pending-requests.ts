/** Creates a list of the requests to a thread or process that have no response yet, by number. */
export function createPendingRequests<Response>() {
  const pending = new Map<number, PromiseWithResolvers<Response>>();
  let last = 0;
  return {
    /** Adds a request. @returns its number, from 1, and its response */
    add() {
      last += 1;
      const request = Promise.withResolvers<Response>();
      pending.set(last, request);
      return { id: last, response: request.promise };
    },
    /** Removes a request. @returns undefined if it has ended already */
    take(id: number) {
      const request = pending.get(id);
      pending.delete(id);
      return request;
    },
    rejectAll(error: unknown) {
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
    get size() {
      return pending.size;
    },
  };
}
