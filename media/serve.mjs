import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' };

/**
 * Serves a folder to the browser that draws, on a free port of this machine; modules do not load from file addresses.
 * @param {URL} root
 * @returns {Promise<{ base: string, close: () => void }>}
 */
export async function serve(root) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const type = TYPES[extname(pathname)];
    const body = type && (await readFile(new URL(`.${pathname}`, root)).catch(() => null));
    response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { base: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
