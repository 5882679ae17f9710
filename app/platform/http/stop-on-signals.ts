import { TimeLimitError, withTimeLimit } from '../clock/time-limit.ts';

/** The part of Node's `process` used here. */
interface SignalledProcess {
  on(event: keyof typeof exitCodes | 'disconnect', listener: () => void): unknown;
  exit(code: number): unknown;
}

/** A second signal within this time is a duplicate: a terminal, npm and the launcher each send the first one to this process. */
const echoMs = 100;

/**
 * How long the process waits for its adapters after the last response, ms: a database or a mail server that does not respond must not
 * hold up a restart. Nothing that a visitor got a response for is lost.
 */
const closeMs = 5000;

const ignoreTimeLimit = (error: unknown) => {
  if (!(error instanceof TimeLimitError)) throw error;
};

/** By convention, 128 plus the number of the signal. */
const exitCodes = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const;

/**
 * Ends the process on a signal: the first one stops it and exits with 0, a second one exits immediately. The end of a launcher that left
 * the server behind, such as by SIGKILL, stops it too.
 * @param steps.stop ends the requests; if it rejects, the process exits with 1
 * @param steps.close releases what they used; nobody waits for it longer than `closeMs`
 */
export function stopOnSignals(
  { stop, close }: { readonly stop: () => Promise<void>; readonly close: () => Promise<void> },
  process: SignalledProcess,
): void {
  let firstAt: number | undefined;
  const begin = () => {
    if (firstAt !== undefined) return;
    firstAt = performance.now();
    stop()
      .then(() => withTimeLimit(closeMs, close()).catch(ignoreTimeLimit))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const [signal, code] of Object.entries(exitCodes) as [keyof typeof exitCodes, number][])
    process.on(signal, () => {
      if (firstAt !== undefined && performance.now() - firstAt > echoMs) process.exit(code);
      else begin();
    });
  process.on('disconnect', begin);
}
