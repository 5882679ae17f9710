import { relative, sep } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { build, defineConfig, type Plugin } from 'vite';
import { isForBrowser } from './app/browser-modules.ts';

/**
 * The browser's scripts are few: each file costs its headers, and what is compressed together is smaller (measured: 138 KB in 20
 * files, 129 KB in these). What the framework and the site share changes at different times, so each is kept by itself.
 */
const chunks = [
  { name: 'framework', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//u, priority: 3 },
  {
    name: 'shared',
    test: /\/app\/(?:ui|shared|features\/(?!pages\/))|\/node_modules\/zod\//u,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'sections', test: /\/app\/features\/pages\//u, priority: 1 },
];

export default defineConfig({
  plugins: [inlineScript(), browserModules(), reactRouter()],
  build: {
    // One stylesheet: it travels inside each page (about 16 KB compressed), so nothing waits for a second request.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    // The server's part of the build is the whole application, which the process and the tests call.
    ssr: { build: { rollupOptions: { input: './app/app.ts' } } },
  },
});

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
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const root = this.environment.config.root;
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          // What the bundler itself adds begins with a null character (Rollup's convention) or is its own runtime.
          if (id.startsWith('\0') || id === 'rolldown/runtime.js') continue;
          const module = relative(root, id)
            .split(sep)
            .join('/')
            .replace(/^.*(?=node_modules\/)/u, '');
          if (!isForBrowser(module)) this.error(`${module} is not meant for the browser; see app/browser-modules.ts`);
        }
      }
    },
  };
}
