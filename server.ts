import { fileURLToPath } from 'node:url';
import { readinessPath } from './app/paths.ts';
import { privateUmask } from './app/platform/files/private-directory.ts';
import { requirePort } from './app/platform/http/require-port.ts';
import { serve } from './app/platform/http/serve.ts';
import { stopOnSignals } from './app/platform/http/stop-on-signals.ts';
import { createApp } from './app/server/app.ts';
import { type Configuration, describeConfiguration } from './app/server/config.ts';
import { createDependencies, localUrl, startConfigured } from './app/server/dependencies.ts';
import { environmentRemarks } from './app/server/environment-remarks.ts';

/** How long requests in flight may take after SIGTERM, ms (Contract, Running it). */
const graceMs = 10_000;

/** How long the process only serves before it prepares pages in advance, ms: visitors who waited for the start come first. */
const preparationAfterMs = 15_000;

const clientDirectory = fileURLToPath(new URL('./build/client', import.meta.url));
const editorDirectory = fileURLToPath(new URL('./build/editor', import.meta.url));

process.umask(privateUmask);

await startConfigured(process.env, start);

async function start(configuration: Configuration): Promise<void> {
  // Reading the content takes seconds, and a second server must not touch the data of the first.
  await requirePort(configuration);
  if (configuration.metrics) await requirePort(configuration.metrics);
  const metrics =
    configuration.metrics &&
    (await import('./app/server/metrics/site-metrics.ts')).createSiteMetrics(configuration.metrics);
  // A log that cannot be written (its disk is full, its reader has ended) costs lines, not the site.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const { dependencies, close } = await createDependencies(configuration, { measured: metrics });
  const { log, content, securityHeaders } = dependencies;
  // An unhandled rejection is a bug to fix, but no reason to take the site down for every visitor.
  process.on('unhandledRejection', (error) => log.error('unhandled promise rejection', { error }));
  log.info('configuration', describeConfiguration(process.env));
  for (const remark of environmentRemarks(process.env)) log.warn(remark);

  const app = await createApp({ ...dependencies, clientDirectory, editorDirectory });
  const { fetch, lookup } = metrics?.app(app) ?? app;
  const metricsServer = await metrics?.serve(log);
  // At the debug level every request is logged, so that cached responses must not bypass the application.
  const isLogged = configuration.logLevel === 'debug';
  const server = await serve({ ...configuration, fetch, lookup: isLogged ? undefined : lookup, securityHeaders, log });
  const preparing = setTimeout(() => void app.preparation.begin(), preparationAfterMs).unref();
  const stop = async () => {
    log.info('stopping');
    clearTimeout(preparing);
    app.preparation.end();
    await server.stop(graceMs);
    await metricsServer?.close();
  };
  stopOnSignals({ stop, close }, process);
  const { ok, checks } = await dependencies.ready();
  const failed = Object.keys(checks).filter((check) => !checks[check]);
  const { name } = content.current().site;
  const url = localUrl(configuration);
  if (ok) console.log(`${name} is ready at ${url}`);
  else console.log(`${name} serves pages at ${url}, but is not ready: ${failed.join(', ')} (see ${readinessPath})`);
}
