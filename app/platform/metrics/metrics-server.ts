import { createServer } from 'node:http';

/** A second listener, for the monitoring system alone. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Of what `render` returns. */
  readonly contentType: string;
  /** All metrics as text. */
  readonly render: () => Promise<string>;
  /** Receives what `render` failed with. */
  readonly onError: (error: unknown) => void;
}

/** Where Prometheus looks by default. */
const metricsPath = '/metrics';

/** A scrape takes milliseconds; nobody else should hold a connection here. */
const timeoutMs = 15_000;

/**
 * Serves metrics on a port of its own: what a visitor can reach never shows them.
 * @throws the error of `listen`, such as `EADDRINUSE`
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Monitoring must not hold up the end of the process.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
