import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  // The whole route map travels with the first page: it is small, and a page is then never waiting for it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
