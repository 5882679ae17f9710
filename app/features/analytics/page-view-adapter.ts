import type { AnalyticsSettings } from './analytics-settings.ts';
import { createMatomo } from './matomo.ts';
import { sendReport } from './page-report.ts';
import type { PageViewAdapter } from './page-view.ts';

const firstParty: PageViewAdapter = {
  needsConsent: false,
  reportsTo: [],
  pageView: (view) => sendReport({ kind: 'view', ...view }),
};

/** @param siteUrl public origin, for services that need absolute URLs */
export function adapterOf(settings: AnalyticsSettings, siteUrl: string): PageViewAdapter {
  switch (settings.adapter) {
    case 'first-party':
      return firstParty;
    case 'matomo':
      return createMatomo(settings, siteUrl);
  }
}
