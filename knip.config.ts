import type { KnipConfig } from 'knip';

export default {
  entry: [
    'server.ts',
    'app/server/app.ts',
    'app/entry.client.ts',
    'commands/*.{ts,mjs}',
    // Scripts that are loaded by URL or run in threads.
    'app/early/early.ts',
    'app/editor/browser/{start,framed-page,reloaded-page}.ts',
    'app/{platform,server}/**/*-worker.ts',
    // Entry points of processes and threads.
    'commands/bench/*-server.{ts,mjs}',
    'commands/bench/*-worker.ts',
  ],
  project: ['{app,commands,tests}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'],
  // Copied into the build by commands/build-editor.ts.
  ignoreDependencies: [
    '@fontsource-variable/material-symbols-outlined',
    '@fontsource-variable/source-sans-3',
    '@fontsource/noto-mono',
  ],
  // Programs of the system, for tests.
  ignoreBinaries: [
    'caddy',
    'ldd',
    'mariadb',
    'mariadb-install-db',
    'mariadbd',
    'nginx',
    'nsenter',
    'openssl',
    'php',
    'promtool',
    'systemd-analyze',
    'unshare',
  ],
  // Types in exported signatures are exported too, even if no other module names them yet.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
