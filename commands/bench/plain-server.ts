import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A minimal response of Node: as many bytes as a list of cards has, from memory. What the site's responses are
// compared with.

/** Bytes of nine cards, about. */
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
