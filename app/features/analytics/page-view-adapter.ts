import type { AnalyticsSettings } from './analytics-settings.ts';
import { createMatomo } from './matomo.ts';
import { sendMeasure } from './measures.ts';

/** One look at one page. */
export interface PageView {
  /** Without the query: visitors search by it. */
  readonly path: string;
  /** As the browser shows it. */
  readonly title: string;
}

/** Where page views go (Ruling 31). Another service is one more of these, and its part of the settings. */
export interface PageViewAdapter {
  /** Whether nothing may be sent before the visitor has chosen Accept. */
  readonly needsConsent: boolean;
  /** Sends without waiting for a response: the page may be left at once. */
  pageView(view: PageView): void;
}

const firstParty: PageViewAdapter = {
  needsConsent: false,
  pageView: (view) => sendMeasure({ kind: 'view', ...view }),
};

/** @param siteUrl public origin, for services that want absolute URLs */
export function adapterOf(settings: AnalyticsSettings, siteUrl: string): PageViewAdapter {
  return settings.adapter === 'matomo' ? createMatomo(settings, siteUrl) : firstParty;
}
