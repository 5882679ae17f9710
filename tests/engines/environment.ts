import type { Environment } from 'vitest/runtime';
import type { Engine } from './engine.ts';
import { createFirefox } from './firefox.ts';
import { createWebKit } from './webkit.ts';

declare global {
  /** The browsers of this process, which its files share: a start of Firefox takes as much processor time as a journey. */
  var engines: readonly Engine[];
}

/** Environment of the journeys in every engine. */
export default {
  name: 'engines',
  viteEnvironment: 'ssr',
  setup(global) {
    const engines = [createFirefox(), createWebKit()];
    global.engines = engines;
    return {
      async teardown() {
        await Promise.all(engines.map((engine) => engine.close()));
      },
    };
  },
} satisfies Environment;
