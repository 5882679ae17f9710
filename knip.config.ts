import type { KnipConfig } from 'knip';

export default {
  entry: [
    'server.ts',
    'app/server/app.ts',
    'app/entry.client.ts',
    'commands/*.{ts,mjs}',
    // In development only: the list of routes leaves the gallery out otherwise, and it finds its examples by a pattern.
    'app/routes/section-gallery.tsx',
    'app/features/pages/sections/*/examples.ts',
    // Scripts that are loaded by URL or run in threads.
    'app/early/early.ts',
    'app/editor/browser/start.ts',
    'app/{platform,server}/**/*-worker.ts',
    // Processes and threads of their own.
    'commands/bench/*-server.{ts,mjs}',
    'commands/bench/*-worker.ts',
  ],
  project: ['{app,commands,tests}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'],
  // Copied into the build by commands/build-editor.ts.
  ignoreDependencies: [
    '@fontsource-variable/material-symbols-outlined',
    '@fontsource-variable/source-sans-3',
    '@fontsource/noto-mono',
    // Run by commands/check.ts; the other tools have configurations that say so.
    '@biomejs/biome',
  ],
  // Of the system, for tests.
  ignoreBinaries: [
    'caddy',
    'mariadb',
    'mariadb-install-db',
    'mariadbd',
    'mkfifo',
    'nginx',
    'openssl',
    'php',
    'promtool',
    'systemd-analyze',
    'unshare',
  ],
  // A type that an exported signature names is exported with it, whether or not somebody has named it yet.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
