import { describe, expect, test } from 'vitest';
import { isForBrowser } from '../../app/server/browser-modules.ts';
import { devDependencies } from '../../package.json' with { type: 'json' };
import { filesMatching, type Import, importsOf, readText } from './sources.ts';

// Who may import whom (ARCHITECTURE.md).

const isTest = (file: string) => /\.(?:test|fixture)\.tsx?$/u.test(file);
const modules = filesMatching('server.ts', 'app/**/*.{ts,tsx}', 'commands/**/*.ts').filter((file) => !isTest(file));
const imports = modules.flatMap((file) => importsOf(file).map((imported) => ({ from: file, ...imported })));

type Layer = 'process' | 'app' | 'feature' | 'platform' | 'ui' | 'shared' | 'asset';

function layerOf(file: string): Layer {
  if (file === 'server.ts' || file.startsWith('commands/') || file === 'package.json') return 'process';
  if (/\.(?:css|woff2)$/u.test(file)) return 'asset';
  const [, folder] = file.split('/');
  if (folder === 'paths.ts') return 'shared';
  if (folder === 'features') return 'feature';
  if (folder === 'platform' || folder === 'ui' || folder === 'shared') return folder;
  return 'app';
}

const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  process: ['process', 'app', 'feature', 'platform', 'ui', 'shared', 'asset'],
  app: ['app', 'feature', 'platform', 'ui', 'shared', 'asset'],
  feature: ['feature', 'platform', 'ui', 'shared', 'asset'],
  platform: ['platform', 'shared'],
  ui: ['ui', 'shared', 'asset'],
  shared: ['shared'],
  asset: [],
};

/** Components have props with the pictures and marks of the content, so `ui/` imports their types. */
const typesForUi = 'app/platform/content/fields.ts';

const describeImport = ({ from, file, specifier }: Import & { from: string }) => `${from} → ${file ?? specifier}`;
const featureOf = (file: string) => /^app\/features\/([^/]+)\//u.exec(file)?.[1];

describe('An import', () => {
  test('goes down: process → app → features → platform, ui and shared', () => {
    const wrong = imports.filter(({ from, file, isType }) => {
      if (file === undefined) return false;
      if (layerOf(from) === 'ui' && file === typesForUi && isType) return false;
      return !mayImport[layerOf(from)].includes(layerOf(file));
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('stays in its feature: shared code is in ui/ or shared/, and routes pass in views of other features', () => {
    const wrong = imports.filter(
      ({ from, file = '' }) => featureOf(from) && featureOf(file) && featureOf(from) !== featureOf(file),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('of what a container runs is of its packages, without those of development', () => {
    const inDevelopment = /^commands\/(?:bench\/|dev\.ts$)/u;
    const packages = Object.keys(devDependencies);
    const wrong = imports.filter(
      ({ from, specifier, isType }) =>
        !isType &&
        !inDevelopment.test(from) &&
        packages.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('names an existing file with its extension', () => {
    const known = new Set(filesMatching('server.ts', 'app/**/*', 'commands/**/*', 'package.json'));
    const wrong = imports.filter(
      ({ file, specifier }) => file !== undefined && !known.has(file) && !specifier.includes('+types/'),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('has no cycles, type imports included', () => {
    const graph = new Map<string, string[]>();
    for (const { from, file } of imports) {
      if (file !== undefined) graph.set(from, [...(graph.get(from) ?? []), file]);
    }
    const cycles = new Set<string>();
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]) => {
      const at = path.indexOf(file);
      if (at >= 0) cycles.add([...path.slice(at), file].join(' → '));
      if (at >= 0 || done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) walk(file, []);
    expect([...cycles]).toEqual([]);
  });

  test('never names a folder: there are no barrels', () => {
    expect(modules.filter((file) => /\/index\.tsx?$/u.test(file))).toEqual([]);
  });
});

describe('The server', () => {
  test('does not load the image library, which belongs to a separate process', () => {
    const reached = new Set(['server.ts', 'app/server/app.ts']);
    const libraries = new Set<string>();
    for (const file of reached) {
      for (const { file: next, specifier, isType, isDynamic } of modules.includes(file) ? importsOf(file) : []) {
        if (isType || isDynamic) continue;
        if (next === undefined) libraries.add(specifier);
        else reached.add(next);
      }
    }
    expect([...libraries]).toContain('hono');
    expect([...libraries]).not.toContain('sharp');
  });
});

describe('The machine', () => {
  test('its environment is read only by modules that start a process, for app/server/config.ts', () => {
    const allowed = /^(?:server\.ts|commands\/.*)$/u;
    expect(modules.filter((file) => /\bprocess\.env\b/u.test(readText(file)) && !allowed.test(file))).toEqual([]);
  });

  test('its files, network and database are reached from platform/, content/ and the roots of the application only', () => {
    // Not node:net, which also parses addresses.
    const outside = /^node:(?:fs|tls|dns|http|https|http2|child_process|cluster|sqlite|worker_threads)/u;
    const allowed = /^(?:server\.ts|commands\/|app\/(?:content|platform)\/|app\/server\/)/u;
    const wrong = imports.filter(
      ({ from, specifier, isType }) => outside.test(specifier) && !isType && !allowed.test(from),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });
});

describe('What reaches the browser', () => {
  test('is on the allow-list of the build', () => {
    for (const file of [
      'app/entry.client.ts',
      'app/islands.ts',
      'app/ui/button/Button.tsx',
      'app/shared/submission-rules.ts',
      'app/features/articles/listing/listing.island.ts',
      'node_modules/embla-carousel/embla-carousel.esm.js',
    ]) {
      expect(isForBrowser(file), file).toBe(true);
    }
    for (const file of [
      'app/content/load-content.ts',
      'app/server/config.ts',
      'app/server/app.ts',
      'app/platform/content/fields.ts',
      'app/platform/http/page-cache.ts',
      'app/features/submissions/submissions.ts',
      'app/features/analytics/analytics-store.server.ts',
      'node_modules/react-dom/client.js',
      'node_modules/zod/v4/mini/schemas.js',
      'node_modules/unified/index.js',
      'node_modules/react-evil/index.js',
      'app/routes/insights.tsx',
      'app/server/document.tsx',
      '__vite-browser-external:node:fs',
      'content/site.yaml',
    ]) {
      expect(isForBrowser(file), file).toBe(false);
    }
  });

  test('has no module of Node: modules that need one are named *.server.ts', () => {
    const wrong = imports.filter(({ from, specifier }) => isForBrowser(from) && specifier.startsWith('node:'));
    expect(wrong.map(describeImport)).toEqual([]);
  });

  test('from before the first paint on is views and pure functions', () => {
    const wrong = imports.filter(
      ({ from, file }) => from.startsWith('app/early/') && !/^app\/(?:early|ui|shared)\//u.test(file ?? ''),
    );
    expect(wrong.map(describeImport)).toEqual([]);
  });
});
