import { once } from 'node:events';
import { createServer } from 'node:http';

interface MetricsServerOptions {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly contentType: string;
  /** Renders all metrics as text. */
  readonly render: () => Promise<string>;
  /** Called with the error if `render` rejects. */
  readonly onError: (error: unknown) => void;
}

/** Prometheus's default path. */
const metricsPath = '/metrics';

/** Timeout of a request, ms; a scrape takes milliseconds. */
const timeoutMs = 15_000;

/** Serves metrics on a separate port, only for the monitoring system. @throws the error of `listen`, such as `EADDRINUSE` */
export async function serveMetrics(options: MetricsServerOptions) {
  const { host, port, contentType, render, onError } = options;
  const server = createServer({ requestTimeout: timeoutMs, headersTimeout: timeoutMs }, (request, response) => {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    if (request.url !== metricsPath) response.writeHead(404, headers).end(`Metrics are at ${metricsPath}.\n`);
    else if (request.method !== 'GET') response.writeHead(405, { ...headers, allow: 'GET' }).end();
    else
      render().then(
        (text) => response.writeHead(200, { ...headers, 'content-type': contentType }).end(text),
        (error: unknown) => {
          onError(error);
          response.writeHead(500, headers).end('The metrics could not be collected; the log says why.\n');
        },
      );
  });
  await once(server.listen(port, host), 'listening');
  // Monitoring must not keep the process running.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
