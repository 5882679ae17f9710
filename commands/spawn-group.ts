import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts a program in a process group of its own, with the output of this process. A signal that ends this process also ends the group:
 * a signal to one process, such as that of a CI job that is cancelled, would otherwise leave the program's own children (browsers,
 * servers) running.
 */
export function spawnGroup(
  program: string,
  parameters: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const end = (signal: NodeJS.Signals) => {
    // Not the signal itself: a shell's background jobs ignore SIGINT.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    // Without a listener, the signal has its usual effect.
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  child.once('exit', release);
  return child;
}
