import { createServer } from 'node:net';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { serve } from './serve.ts';
import { stopOnSignals } from './stop-on-signals.ts';

// A separate process for the tests of signals: it responds after `?ms=` milliseconds.
const log = createLog({ level: 'error', clock: systemClock });
const server = await serve({
  host: '127.0.0.1',
  port: 0,
  securityHeaders: createSecurityHeaders('http://localhost'),
  log,
  fetch: async (request) => {
    const ms = Number(new URL(request.url).searchParams.get('ms') ?? 0);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return new Response('responded');
  },
});
stopOnSignals(() => server.stop(1000), process);
// Another open handle must not keep the process from exiting.
createServer().listen(0, '127.0.0.1', () => console.log(`ready ${server.port}`));
