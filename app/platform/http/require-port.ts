import { once } from 'node:events';
import { createServer } from 'node:net';

/** Checks whether a server could listen, before the work that only a server is worth. @throws the error of `listen`, such as `EADDRINUSE` */
export async function requirePort({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const probe = createServer();
  await once(probe.listen(port, host), 'listening');
  await once(probe.close(), 'close');
}
