/** Serves the requests of `createIdleProcess`, one after the other. @param respond returns the `id` of its request too; never rejects */
export function serveRequests<Request, Response>(respond: (request: Request) => Promise<Response>): void {
  // The server handles signals to the process group; this process ends when the server disconnects.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  let turn: Promise<unknown> = Promise.resolve();
  process.on('message', (request: Request) => {
    turn = turn.then(async () => {
      const response = await respond(request);
      if (process.connected) await new Promise((resolve) => process.send?.(response, resolve));
    });
  });
}
