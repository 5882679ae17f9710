import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Features } from 'lightningcss';
import { build, defineConfig, type Plugin } from 'vite';
import { isForBrowser } from './app/server/browser-modules.ts';
import { namedValues, shortTokens } from './app/server/style-values.ts';

/**
 * The browser's scripts are few: each file costs its headers, and code compresses better in one file.
 */
const chunks = [
  {
    name: 'forms',
    test: /\/app\/ui\/(?:form\/(?!proof-of-work)|icon\/)|\/app\/shared\/(?:submission-rules|form-token|forms\/form\.ts)/u,
    priority: 2,
  },
  {
    name: 'motion',
    test: /\/app\/ui\/(?:motion\/[^/]+|hero\/film)\.ts$|\/app\/ui\/hero\/HeroMediaView\.module\.css$/u,
    priority: 2,
  },
  // Small modules that several islands import: each alone is smaller than the headers of its response.
  { name: 'shared', test: /\/app\/(?:shared\/|paths\.ts$)/u, minShareCount: 2 },
];

/** Terser makes the scripts 1 to 2 per cent smaller, compressed, than the bundler's own minifier. */
const minified = {
  minify: 'terser',
  terserOptions: { ecma: 2022, module: true, safari10: false, compress: { passes: 3, collapse_vars: false } },
} as const;

const serverDirectory = 'build/server';

/** Packages with native code, and packages that are loaded only if they are configured. */
const notBundled = ['sharp', 'pg', 'prom-client'];

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [
    inlineScript(),
    moduleUrls(),
    componentLayers(),
    inlineClassNames(),
    preloadScripts(),
    browserModules(),
    fontsOfStyles(),
    reloadDocument(),
  ],
  css: {
    modules: { generateScopedName: command === 'build' ? shortClassNames() : readableClassName },
    // Without a use of light-dark(), its polyfill for older browsers is two unused custom properties.
    lightningcss: { exclude: Features.LightDark },
    postcss: { plugins: [namedValues, ...(command === 'build' ? [shortTokens(letters)] : [])] },
  },
  build: { assetsInlineLimit: 0, emptyOutDir: true },
  // The client's minifier does not reach the scripts of workers.
  worker: { rolldownOptions: { output: { minify: true } } },
  environments: {
    client: {
      // Development: packages are prepared before the first page requests them. Found later, they would make the browser reload.
      optimizeDeps: { entries: ['app/entry.client.ts', 'app/**/*.island.ts', 'app/**/*.worker.ts'] },
      build: {
        outDir: 'build/client',
        manifest: true,
        ...minified,
        // Styles are inside the pages (app/server/page-styles.ts): no script of the browser loads any.
        cssCodeSplit: false,
        rolldownOptions: {
          input: './app/entry.client.ts',
          checks: { pluginTimings: false },
          // A chunk contains only the modules of its pattern, not their imports: these include the bundler's own loader, which
          // the first script of every page needs, so that it would load the chunk.
          output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
        },
      },
    },
    // The process with all its imports, packages included, so that a start reads few files. `app` is the application that the tests call.
    ssr: {
      // React selects its production code by it. In development Node loads the packages.
      ...(command === 'build'
        ? {
            define: { 'process.env.NODE_ENV': '"production"' },
            resolve: { noExternal: true, external: notBundled },
          }
        : {}),
      build: {
        outDir: serverDirectory,
        ssr: true,
        sourcemap: true,
        cssMinify: true,
        emitAssets: true,
        rolldownOptions: {
          input: { server: './server.ts', app: './app/server/app.ts' },
          // All in one directory, so that paths relative to a module stay valid relative to its chunk. A running process
          // has the source maps of its modules in memory: names and lines are enough for its errors, the sources' text takes megabytes.
          output: { sourcemapExcludeSources: true, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client) await build(client);
      if (ssr) await build(ssr);
    },
  },
}));

/** A file that a module refers to relative to itself. */
const moduleUrl = /new URL\('(\.{1,2}\/[^']+)', import\.meta\.url\)/gu;

/**
 * Makes `new URL('./x.ts', import.meta.url)` work in the server's bundle: such a module, the body of a thread or of a
 * process, becomes an entry; the paths of other files become relative to the bundle.
 */
function moduleUrls(): Plugin {
  return {
    name: 'module-urls',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      const { root } = this.environment.config;
      const path = relative(root, id).split(sep).join('/');
      if (!path.startsWith('app/') && path !== 'server.ts') return null;
      if (!code.includes('import.meta.url') || isForBrowser(path)) return null;
      if (code.replace(moduleUrl, '').includes('import.meta.url'))
        this.error(
          `${path} uses import.meta.url in another form than new URL('./x', import.meta.url), which the bundle cannot follow`,
        );
      const changed = code.replace(moduleUrl, (_, target: string) => {
        const file = resolve(dirname(id), target);
        if (file.endsWith('.ts')) return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file })}`;
        const fromBundle = relative(join(root, serverDirectory), file).split(sep).join('/');
        return `new URL(${JSON.stringify(fromBundle)}, import.meta.url)`;
      });
      // No line number changes.
      return { code: changed, map: null };
    },
    // Other files are assets of the pages, whose URLs Vite determines.
    resolveFileUrl: ({ relativePath }) =>
      relativePath.endsWith('.js') ? `new URL(${JSON.stringify(`./${relativePath}`)}, import.meta.url)` : null,
  };
}

/** Path of a stylesheet below the project; the same for a sheet imported for its names and one imported as text (`?inline`). */
const sheetPath = (file: string) =>
  relative(import.meta.dirname, file.replace(/\?.*$/u, ''))
    .split(sep)
    .join('/');

/** Development: a class has its name in the sheet, and a suffix for the sheet. */
function readableClassName(name: string, file: string): string {
  return `${name}_${createHash('sha256').update(sheetPath(file)).digest('base64url').slice(0, 5)}`;
}

/** The build: a class is a number in its sheet, and the sheet a number in the project. This makes every page 0.7 KB smaller. */
function shortClassNames(): typeof readableClassName {
  const sheets = globSync('app/**/*.module.css', { cwd: import.meta.dirname })
    .map((file) => file.split(sep).join('/'))
    .sort();
  const classes = new Map<string, string[]>(sheets.map((sheet) => [sheet, []]));
  return (name, file) => {
    const sheet = sheetPath(file);
    const names = classes.get(sheet);
    if (!names) throw new Error(`${sheet} is no stylesheet below app/`);
    if (!names.includes(name)) names.push(name);
    return `${letters(names.indexOf(name))}_${letters(sheets.indexOf(sheet))}`;
  };
}

/** Without vowels, so that no name is a word: ad blockers hide elements with the class `ad`. */
const consonants = 'bcdfghjklmnpqrstvwxz';

/** A number in consonants: b, c … z, bb, bc … */
function letters(number: number): string {
  const rest = Math.floor(number / consonants.length);
  return (rest > 0 ? letters(rest - 1) : '') + consonants.charAt(number % consonants.length);
}

/** `import text from './x.ts?inline-script'`: the module with all it imports, as the text of one classic script. */
function inlineScript(): Plugin {
  const suffix = '?inline-script';
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const entry = id.slice(0, -suffix.length);
      const result = await build({
        configFile: false,
        logLevel: 'error',
        build: {
          ...minified,
          write: false,
          target: 'es2022',
          rollupOptions: { input: entry, output: { format: 'iife' } },
        },
      });
      const output = Array.isArray(result) ? result[0] : result;
      if (!output || !('output' in output)) throw new Error(`${entry} gave no output`);
      const [chunk] = output.output;
      for (const module of chunk.moduleIds) this.addWatchFile(module);
      return `export default ${JSON.stringify(chunk.code.trim())};`;
    },
  };
}

/** Puts the styles of a component into its cascade layer: `ui` for those of `app/ui`, `parts` for others. */
function componentLayers(): Plugin {
  return {
    name: 'component-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.module\.css(?:$|\?)/u },
      // No line number changes.
      handler: (code, id) => ({ code: `@layer ${id.includes('/app/ui/') ? 'ui' : 'parts'} {${code}}`, map: null }),
    },
  };
}

/**
 * Inlines class names into the browser's scripts: separate exports, unlike properties of one object, are
 * inlined, and unused ones are removed.
 */
function inlineClassNames(): Plugin {
  return {
    name: 'inline-class-names',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.tsx?$/u },
      handler: (code) => code.replaceAll(/^import (\w+) from (?='[^']+\.module\.css';$)/gmu, 'import * as $1 from '),
    },
  };
}

/** Vite's own loader of what an imported chunk imports; ours leaves out stylesheets, which no script loads: 0.4 KB on every page. */
function preloadScripts(): Plugin {
  return {
    name: 'preload-scripts',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/u },
      handler: () => `const preloaded = new Set();
        export const __vitePreload = (load, files = []) => {
          for (const file of files) {
            if (preloaded.has(file)) continue;
            preloaded.add(file);
            document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
          }
          return load();
        };`,
    },
  };
}

/** Stops the build if a module that is not for the browser would reach it. */
function browserModules(): Plugin {
  return {
    name: 'browser-modules',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const root = this.environment.config.root;
      for (const [file, chunk] of Object.entries(bundle)) {
        // Every page contains its own rules, and nothing links to this file.
        if (file.endsWith('.css')) delete bundle[file];
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          // Modules of the bundler itself begin with a null character (Rollup's convention) or are its runtime.
          if (id.startsWith('\0') || id === 'rolldown/runtime.js') continue;
          const module = relative(root, id)
            .split(sep)
            .join('/')
            .replace(/^.*(?=node_modules\/)/u, '');
          if (!isForBrowser(module))
            this.error(`${module} is not meant for the browser; see app/server/browser-modules.ts`);
        }
      }
    },
  };
}

/** Emits the fonts of the server's styles among the browser's assets. */
function fontsOfStyles(): Plugin {
  return {
    name: 'fonts-of-styles',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async writeBundle({ dir = '' }) {
      const from = join(dir, 'assets');
      const to = join(dir, '../client/assets');
      for (const file of await readdir(from)) {
        if (!file.endsWith('.woff2')) continue;
        await cp(join(from, file), join(to, file));
        await rm(join(from, file));
      }
    },
  };
}

/** Development: a change of a module that only the server renders reloads the page; one of styles replaces only them. */
function reloadDocument(): Plugin {
  return {
    name: 'reload-document',
    apply: 'serve',
    applyToEnvironment: ({ name }) => name === 'ssr',
    hotUpdate({ file, modules, server }) {
      if (modules.length === 0) return;
      const client = server.environments.client.hot;
      if (file.endsWith('.css')) client.send({ type: 'custom', event: 'site:styles' });
      else client.send({ type: 'full-reload' });
    },
  };
}
