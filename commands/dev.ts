import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createViteServer, type EnvironmentModuleNode, isRunnableDevEnvironment } from 'vite';
import type * as App from '../app/server/app.ts';
import { type Configuration, readConfiguration } from '../app/server/config.ts';
import type * as Dependencies from '../app/server/dependencies.ts';
import { explainStartFailure, localUrl } from '../app/server/dependencies.ts';

// `npm run dev`: the site from its sources, each change of them or of the content shown at once. Vite serves modules and
// reloads, the application the rest. Configured by the same environment as the real server.

// The routes of development are chosen by it when Vite reads them.
process.env.NODE_ENV ??= 'development';

const dependenciesModule = '/app/server/dependencies.ts';

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

/** The site as its modules are at present. */
interface Running {
  /** Changes with the modules that the dependencies are made of, schemas of content among them. */
  version: number;
  module: typeof Dependencies;
  created: ReturnType<typeof Dependencies.createDependencies>;
}

async function start({ host, port, ...configuration }: Configuration): Promise<void> {
  const server = createServer();
  const vite = await createViteServer({ server: { middlewareMode: { server } } });
  const environment = vite.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error('The server environment of Vite cannot run modules');

  let running: Running | undefined;
  /** Made anew after a change of a module that they are made of; a change of a component leaves them as they are. */
  const dependencies = async () => {
    const module: typeof Dependencies = await environment.runner.import(dependenciesModule);
    const version = changedAt(await environment.moduleGraph.getModuleByUrl(dependenciesModule));
    if (running?.version !== version) {
      const before = running;
      const create = async () => {
        await before?.created.then(({ close }) => close()).catch(() => {});
        const created = await module.createDependencies({ host, port, ...configuration });
        created.dependencies.content.onChange(() => vite.environments.client.hot.send({ type: 'full-reload' }));
        return created;
      };
      running = { version, module, created: create() };
    }
    return (await running.created).dependencies;
  };

  /** In the words of the modules as they are now, whose errors are other classes than those imported above. */
  const explain = (error: unknown) => running?.module.explainStartFailure(error, { host, port, ...configuration });

  // Asked for with each request: after a change of a module the runner gives the new application, otherwise the same.
  let current:
    | { module: typeof App; of: Awaited<ReturnType<typeof dependencies>>; app: ReturnType<typeof App.createApp> }
    | undefined;
  const application = async () => {
    const of = await dependencies();
    const module: typeof App = await environment.runner.import('/app/server/app.ts');
    if (current?.module.createApp !== module.createApp || current.of !== of)
      current = { module, of, app: module.createApp(of) };
    return current.app;
  };
  const listener = getRequestListener(async (request, env) => {
    try {
      const response = await (await application()).fetch(request, env);
      // Vite's part of a page writes scripts and styles into it, which the policy of the finished site forbids.
      response.headers.delete('Content-Security-Policy');
      return response;
    } catch (error) {
      console.error(explain(error) ?? error);
      // Tried again with the next request: what is wrong may be the content.
      running = undefined;
      return new Response('The site does not start; the terminal says why.\n', { status: 500 });
    }
  });
  server.on('request', (incoming, outgoing) =>
    vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing)),
  );

  const { content } = await dependencies().catch((error: unknown) => {
    console.error(explain(error) ?? error);
    process.exit(1);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  console.log(`${content.current().site.name} is in development at ${localUrl({ host, port })}`);
  const stop = async () => {
    await Promise.all([vite.close(), running?.created.then(({ close }) => close())]);
    process.exit(0);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
}

/** When a module, or one that it imports, was last changed. */
function changedAt(module: EnvironmentModuleNode | undefined, seen = new Set<EnvironmentModuleNode>()): number {
  if (!module || seen.has(module)) return 0;
  seen.add(module);
  return Math.max(
    module.lastHMRTimestamp,
    module.lastInvalidationTimestamp,
    ...[...module.importedModules].map((imported) => changedAt(imported, seen)),
  );
}
