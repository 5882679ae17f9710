import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The bare server that the site is compared with: `node:http` sends the bytes and headers of one response from memory.
// Plain JavaScript: Node's type stripping would take longer to start than the server.

const [file = ''] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file, 'utf8'));
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => {
  response.writeHead(200, headers).end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`The bare server is ready at http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
