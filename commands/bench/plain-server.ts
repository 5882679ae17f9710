import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The baseline for the site's responses: a minimal Node server that sends as many bytes as a list of cards from memory.

/** Approximate size of nine cards. */
const responseBytes = 4000;

const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(responseBytes) }));
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`The plain server is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
