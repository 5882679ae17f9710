import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, and to servers that listen on any port: Linux begins at 32768. */
const range = [20_000, 32_000] as const;

/** Returns a port of this machine that nothing listens on, nor on the next one. Only a program that asks for it can take it meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range);
  return (await isFree(port)) && (await isFree(port + 1)) ? port : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
