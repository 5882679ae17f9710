/** The part of Node's `process` that is needed here. */
interface SignalledProcess {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): unknown;
}

/**
 * A signal within this time of the first is the same one come another way: a terminal sends Ctrl-C to every process of
 * its group, and npm and the launcher pass it on to this one again.
 */
const echoMs = 100;

/** By convention, 128 and the number of the signal. */
const exitCodes = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Ends the process by SIGTERM or SIGINT: the first stops and exits 0, a second one exits at once.
 * @param stop ends all work; when it fails the process exits 1
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
