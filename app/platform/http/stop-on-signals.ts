/** The part of Node's `process` used here. */
interface SignalledProcess {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): unknown;
}

/**
 * A second signal within this time is a duplicate of the first: a terminal sends Ctrl-C to every process of its group,
 * and npm and the launcher forward it to this one again.
 */
const echoMs = 100;

/** By convention, 128 plus the number of the signal. */
const exitCodes = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Ends the process on SIGTERM or SIGINT: the first signal stops it and exits with 0, a second one exits immediately.
 * @param stop ends all work; if it rejects, the process exits with 1
 */
export function stopOnSignals(stop: () => Promise<void>, process: SignalledProcess): void {
  let firstAt: number | undefined;
  const onSignal = (signal: keyof typeof exitCodes) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    } else if (now - firstAt > echoMs) {
      process.exit(exitCodes[signal]);
    }
  };
  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
}
