import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createServer as createViteServer,
  type DevEnvironment,
  type EnvironmentModuleNode,
  isRunnableDevEnvironment,
} from 'vite';
import type * as App from '../app/server/app.ts';
import type { Configuration } from '../app/server/config.ts';
import type * as Dependencies from '../app/server/dependencies.ts';
import { localUrl, startConfigured } from '../app/server/dependencies.ts';
import { parseCommandLine, runProgram } from './terminal/command-line.ts';

// `npm run dev`: serves the site from its sources and shows changes of sources and content at once. Vite serves modules and reloads,
// the application everything else. Configured by the same environment variables as the production server.

// Selects the routes of development when Vite loads them.
process.env.NODE_ENV ??= 'development';

const dependenciesModule = '/app/server/dependencies.ts';

const usage = `Usage: npm run dev

Serves the site from its sources. Environment variables such as PORT configure it, as for npm start (README.md).
`;

await runProgram({ script: 'dev', usage }, async (args) => {
  parseCommandLine({ args, options: {} });
  await startConfigured(process.env, start);
});

/** The site from the current modules. */
interface Running {
  environment: DevEnvironment;
  /** Changes with the modules of the dependencies, such as content schemas. */
  version: number;
  module: typeof Dependencies;
  created: ReturnType<typeof Dependencies.createDependencies>;
}

async function start({ host, port, ...configuration }: Configuration): Promise<void> {
  const server = createServer();
  const vite = await createViteServer({ server: { middlewareMode: true, hmr: { server } } });
  /** Returns the environment of the server; a change of Vite's configuration, such as of the palette, replaces it. */
  const currentEnvironment = () => {
    const { ssr } = vite.environments;
    if (!isRunnableDevEnvironment(ssr)) throw new Error('The server environment of Vite cannot run modules');
    return ssr;
  };

  let running: Running | undefined;
  /** Recreated after a change of one of their modules; not after a change of a component. */
  const dependencies = async () => {
    const environment = currentEnvironment();
    const module: typeof Dependencies = await environment.runner.import(dependenciesModule);
    const version = changedAt(await environment.moduleGraph.getModuleByUrl(dependenciesModule));
    if (running?.environment !== environment || running.version !== version) {
      const before = running;
      const create = async () => {
        await before?.created.then(({ close }) => close()).catch(() => {});
        const created = await module.createDependencies({ host, port, ...configuration });
        created.dependencies.content.onChange(() => vite.environments.client.hot.send({ type: 'full-reload' }));
        return created;
      };
      running = { environment, version, module, created: create() };
    }
    return (await running.created).dependencies;
  };

  /** Explains an error with the reloaded modules, whose error classes differ from those imported above. */
  const explain = (error: unknown) => running?.module.explainStartFailure(error, { host, port, ...configuration });

  // Imported with each request: after a change of a module the runner returns the new application, otherwise the same.
  let current:
    | { module: typeof App; of: Awaited<ReturnType<typeof dependencies>>; app: ReturnType<typeof App.createApp> }
    | undefined;
  const application = async () => {
    const of = await dependencies();
    const module: typeof App = await currentEnvironment().runner.import('/app/server/app.ts');
    if (current?.module.createApp !== module.createApp || current.of !== of)
      current = { module, of, app: module.createApp(of) };
    return current.app;
  };
  const listener = getRequestListener(async (request, env) => {
    try {
      const response = await (await application()).fetch(request, env);
      // Vite injects scripts and styles into pages, which the production policy forbids.
      response.headers.delete('Content-Security-Policy');
      return response;
    } catch (error) {
      // The stack alone: the other properties of a syntax error repeat the whole file.
      console.error(explain(error) ?? (error instanceof Error ? error.stack : error));
      // The next request tries again, because the problem may be in the content. Dependencies that run stay: a second set beside them
      // would lock the database.
      await running?.created.catch(() => {
        running = undefined;
      });
      // Vite's client reloads the tab after the next change.
      return new Response(
        '<script type="module" src="/@vite/client"></script><p>This page fails; the terminal says why.',
        {
          status: 500,
          headers: { 'Content-Type': 'text/html' },
        },
      );
    }
  });
  server.on('request', (incoming, outgoing) =>
    vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing)),
  );

  const { content } = await dependencies().catch((error: unknown) => {
    console.error(explain(error) ?? error);
    process.exit(1);
  });
  await once(server.listen(port, host), 'listening');
  console.log(`${content.current().site.name} is in development at ${localUrl({ host, port })}`);
  const stop = async () => {
    await Promise.all([vite.close(), running?.created.then(({ close }) => close())]);
    process.exit(0);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
}

/** Returns the time of the last change of a module or of one that it imports. */
function changedAt(module: EnvironmentModuleNode | undefined, seen = new Set<EnvironmentModuleNode>()): number {
  if (!module || seen.has(module)) return 0;
  seen.add(module);
  return Math.max(
    module.lastHMRTimestamp,
    module.lastInvalidationTimestamp,
    ...[...module.importedModules].map((imported) => changedAt(imported, seen)),
  );
}
