import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
import { isForBrowser } from './app/server/browser-modules.ts';

/**
 * The browser's scripts are few: each file costs its headers, and what is compressed together is smaller. React is fetched with the
 * first island that needs it, and changes less often than the site.
 */
const chunks = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//u, priority: 3 },
  {
    name: 'forms',
    test: /\/app\/ui\/form\/(?!proof-of-work)|\/app\/shared\/(?:submission-rules|form-token)/u,
    priority: 2,
  },
  // What several islands render.
  {
    name: 'components',
    test: /\/app\/ui\/.+(?:\.tsx|\.module\.css|\/use-[^/]+\.ts|\/motion\.ts)$|\/app\/shared\/class-names/u,
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [inlineScript(), browserModules(), fontsOfStyles(), reloadDocument()],
  css: { modules: { generateScopedName: command === 'build' ? shortClassNames() : readableClassName } },
  build: { assetsInlineLimit: 0, emptyOutDir: true },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        // Styles travel inside the pages (app/server/page-styles.ts): no script of the browser fetches any.
        cssCodeSplit: false,
        rolldownOptions: {
          input: './app/entry.client.ts',
          // A chunk holds what its pattern names and nothing that this imports: with it would come the bundler's own loader, which
          // the first script of every page needs, and with that the chunk.
          output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
        },
      },
    },
    // The server's part of the build is the whole application, which the process and the tests call.
    ssr: {
      build: {
        outDir: 'build/server',
        ssr: true,
        cssMinify: true,
        emitAssets: true,
        rolldownOptions: { input: { index: './app/server/app.ts' } },
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
        build: { write: false, target: 'es2022', rollupOptions: { input: entry, output: { format: 'iife' } } },
      });
      const output = Array.isArray(result) ? result[0] : result;
      if (!output || !('output' in output)) throw new Error(`${entry} gave no output`);
      const [chunk] = output.output;
      for (const module of chunk.moduleIds) this.addWatchFile(module);
      return `export default ${JSON.stringify(chunk.code.trim())};`;
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

/** Development: a change of anything that only the server renders shows the page anew; one of styles, its styles alone. */
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
