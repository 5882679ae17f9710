import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Features } from 'lightningcss';
import { build, defineConfig, type Plugin } from 'vite';
import { isForBrowser } from './app/server/browser-modules.ts';
import { namedValues, shortTokens } from './app/server/style-values.ts';

/**
 * The browser's scripts are few: each file costs its headers, and what is compressed together is smaller. React is fetched with the
 * first island that needs it, and changes less often than the site.
 */
const chunks = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//u, priority: 3 },
  {
    name: 'forms',
    test: /\/app\/ui\/form\/(?!proof-of-work)|\/app\/shared\/(?:submission-rules|form-token|forms\/form\.ts)/u,
    priority: 2,
  },
  // What moves by itself, with React and without.
  {
    name: 'motion',
    test: /\/app\/ui\/(?:motion\/(?!use-)[^/]+|hero\/film)\.ts$|\/app\/ui\/hero\/HeroMediaView\.module\.css$/u,
    priority: 2,
  },
  // What several islands render.
  {
    name: 'components',
    test: /\/app\/ui\/.+(?:\.tsx|\.module\.css|\/use-[^/]+\.ts)$|\/app\/shared\/class-names/u,
    minShareCount: 2,
    priority: 1,
  },
  // Paths, days and the like, which several islands import: each alone is smaller than the headers of its response.
  { name: 'shared', test: /\/app\/(?:shared\/|paths\.ts$)/u, minShareCount: 2 },
];

/** Terser makes the scripts 1 to 2 per cent smaller, compressed, than the bundler's own minifier. */
const minified = {
  minify: 'terser',
  terserOptions: { ecma: 2022, module: true, safari10: false, compress: { passes: 3, collapse_vars: false } },
} as const;

const serverDirectory = 'build/server';

/** What brings native code, and what is loaded only where it is configured. */
const notBundled = ['sharp', 'pg', 'prom-client'];

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [
    inlineScript(),
    moduleUrls(),
    componentLayers(),
    inlineClassNames(),
    browserModules(),
    fontsOfStyles(),
    reloadDocument(),
  ],
  css: {
    modules: { generateScopedName: command === 'build' ? shortClassNames() : readableClassName },
    // Without a use of light-dark(), its polyfill for older browsers is two custom properties that nothing reads.
    lightningcss: { exclude: Features.LightDark },
    postcss: { plugins: [namedValues, ...(command === 'build' ? [shortTokens(letters)] : [])] },
  },
  build: { assetsInlineLimit: 0, emptyOutDir: true },
  // The client's minifier does not reach the scripts of workers.
  worker: { rolldownOptions: { output: { minify: true } } },
  environments: {
    client: {
      // React's bridge to its developer tools, 0.2 KB compressed, is for development.
      ...(command === 'build' ? { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } } : {}),
      // Development: packages are prepared before the first page requests them. Found later, they would make the browser reload;
      // the last is named by no source, but by the transform of JSX.
      optimizeDeps: {
        entries: ['app/entry.client.ts', 'app/**/*.island.{ts,tsx}', 'app/**/*.worker.ts'],
        include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'],
      },
      build: {
        outDir: 'build/client',
        manifest: true,
        ...minified,
        // Styles travel inside the pages (app/server/page-styles.ts): no script of the browser fetches any.
        cssCodeSplit: false,
        rolldownOptions: {
          input: './app/entry.client.ts',
          checks: { pluginTimings: false },
          // A chunk holds what its pattern names and nothing that this imports: with it would come the bundler's own loader, which
          // the first script of every page needs, and with that the chunk.
          output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
        },
      },
    },
    // The process with all that it imports, packages included: a start reads few files. `app` is the application that the tests call.
    ssr: {
      // React chooses its production code by it. In development the packages are Node's to load.
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
          // All in one directory, so that what is named relative to a module can be named relative to its chunk. A running process
          // holds the maps of what it has loaded: names and lines of the sources are enough for its errors, their text takes megabytes.
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

/** A file that a module names relative to itself. */
const moduleUrl = /new URL\('(\.{1,2}\/[^']+)', import\.meta\.url\)/gu;

/**
 * Keeps `new URL('./x.ts', import.meta.url)` true in the server's bundle: a module that is named so, the body of a thread or of a
 * process, becomes an entry of its own; other files are named from where the bundle is.
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
      // Nothing moves to another line.
      return { code: changed, map: null };
    },
    // What is not a module is an asset of the pages, whose URL is Vite's to tell.
    resolveFileUrl: ({ relativePath }) =>
      relativePath.endsWith('.js') ? `new URL(${JSON.stringify(`./${relativePath}`)}, import.meta.url)` : null,
  };
}

/** Path of a stylesheet below the project; the same for a sheet imported for its names and one imported as text (`?inline`). */
const sheetPath = (file: string) =>
  relative(import.meta.dirname, file.replace(/\?.*$/u, ''))
    .split(sep)
    .join('/');

/** Development: a class has the name that its sheet gives it, and a sign of the sheet. */
function readableClassName(name: string, file: string): string {
  return `${name}_${createHash('sha256').update(sheetPath(file)).digest('base64url').slice(0, 5)}`;
}

/** The build: a class is a number in its sheet, and the sheet a number in the project. Every page is 0.7 KB smaller for it. */
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

/** Without vowels, so that no name is a word: extensions that block advertising hide what is called `ad`. */
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
      // Nothing moves to another line.
      handler: (code, id) => ({ code: `@layer ${id.includes('/app/ui/') ? 'ui' : 'parts'} {${code}}`, map: null }),
    },
  };
}

/**
 * Scripts of the browser hold the class names that they use, in place: as exports of their own, unlike properties of one object, they are
 * inlined, and those that no script uses are left out.
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

/** Stops the build when a module that is not meant for the browser is about to reach it. */
function browserModules(): Plugin {
  return {
    name: 'browser-modules',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const root = this.environment.config.root;
      for (const [file, chunk] of Object.entries(bundle)) {
        // Every page carries its own rules, and nothing links to this file.
        if (file.endsWith('.css')) delete bundle[file];
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          // What the bundler itself adds begins with a null character (Rollup's convention) or is its own runtime.
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

/** Puts the fonts that the server's styles name where browsers fetch them. */
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
