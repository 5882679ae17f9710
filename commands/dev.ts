import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createViteServer, isRunnableDevEnvironment } from 'vite';
import type * as App from '../app/server/app.ts';
import { type Configuration, readConfiguration } from '../app/server/config.ts';
import { createDependencies, explainStartFailure, localUrl } from '../app/server/dependencies.ts';

// `npm run dev`: the site from its sources, each change of them or of the content shown at once. Vite serves modules and
// reloads, the application the rest. Configured by the same environment as the real server.

// The routes of development are chosen by it when Vite reads them.
process.env.NODE_ENV ??= 'development';

let configuration: Configuration | undefined;
try {
  configuration = readConfiguration(process.env);
  await start(configuration);
} catch (error) {
  const explanation = explainStartFailure(error, configuration);
  if (explanation === undefined) throw error;
  console.error(explanation);
  process.exit(1);
}

async function start({ host, port, ...configuration }: Configuration): Promise<void> {
  const { dependencies, close } = await createDependencies({ host, port, ...configuration });
  const server = createServer();
  const vite = await createViteServer({ server: { middlewareMode: { server } } });
  dependencies.content.onChange(() => vite.environments.client.hot.send({ type: 'full-reload' }));
  const environment = vite.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error('The server environment of Vite cannot run modules');

  // Asked for with each request: after a change of a module the runner gives the new application, otherwise the same.
  let current: { module: typeof App; app: ReturnType<typeof App.createApp> } | undefined;
  const application = async () => {
    const module: typeof App = await environment.runner.import('/app/server/app.ts');
    if (current?.module.createApp !== module.createApp) current = { module, app: module.createApp(dependencies) };
    return current.app;
  };
  const listener = getRequestListener(async (request, env) => {
    try {
      const answer = await (await application()).fetch(request, env);
      // Vite's part of a page writes scripts and styles into it, which the policy of the finished site forbids.
      answer.headers.delete('Content-Security-Policy');
      return answer;
    } catch (error) {
      console.error(error);
      return new Response('The application does not load; the terminal says why.\n', { status: 500 });
    }
  });
  server.on('request', (incoming, outgoing) =>
    vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing)),
  );

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  console.log(`${dependencies.content.current().site.name} is in development at ${localUrl({ host, port })}`);
  const stop = async () => {
    await Promise.all([vite.close(), close()]);
    process.exit(0);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
}
