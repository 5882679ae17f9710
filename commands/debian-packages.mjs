// Installs packages of the system, for `npm start` and `npm test`. Plain JavaScript for Node 20: it runs before the install.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @param {string} program
 * @returns {string[]} where the program may be, in the order of PATH
 */
export const inPath = (program) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));

/**
 * Installs Debian packages as root, or with a sudo that asks for no password. Does nothing where neither is possible, or without
 * apt: the caller checks whether it has what it needs. Does not block the process, whose start lock needs its heartbeat.
 * @param {readonly string[]} names
 */
export async function installDebianPackages(names) {
  const isCommand = (/** @type {string} */ program) => inPath(program).some((file) => existsSync(file));
  const prefix = process.getuid?.() === 0 ? [] : isCommand('sudo') ? ['sudo', '-n'] : undefined;
  if (!prefix || !isCommand('apt-get')) return;
  process.stderr.write(`Installing ${names.join(' and ')} from the system's packages\n`);
  // One by one: if one is unavailable, the others still get installed.
  const installs = names.map((name) => ['install', '--yes', '--quiet', '--no-install-recommends', name]);
  for (const parameters of [['update', '--quiet'], ...installs]) {
    const [program = '', ...rest] = [...prefix, 'apt-get', ...parameters];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Standard output belongs to the server.
    await once(spawn(program, rest, { stdio: ['inherit', 2, 2], env }), 'close').catch(({ message }) =>
      process.stderr.write(`${program} cannot be run: ${message}\n`),
    );
  }
}
