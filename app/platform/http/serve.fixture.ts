import { createServer } from 'node:net';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { serve } from './serve.ts';
import { stopOnSignals } from './stop-on-signals.ts';

// A separate process for the tests of signals. It prints `requested` for each request and `stopping` at the first signal, and
// responds to `/` once it stops, to `/held` never. Its argument is the grace period, ms.
const stopping = Promise.withResolvers<void>();
const log = createLog({ level: 'error', clock: systemClock });
const server = await serve({
  host: '127.0.0.1',
  port: 0,
  securityHeaders: createSecurityHeaders('http://localhost'),
  log,
  fetch: async (request) => {
    console.log('requested');
    await (new URL(request.url).pathname === '/held' ? new Promise(() => {}) : stopping.promise);
    return new Response('responded');
  },
});
const stop = () => {
  console.log('stopping');
  stopping.resolve();
  return server.stop(Number(process.argv[2]));
};
stopOnSignals({ stop, close: async () => {} }, process);
// Another open handle must not keep the process from exiting.
createServer().listen(0, '127.0.0.1', () => console.log(`ready ${server.port}`));
