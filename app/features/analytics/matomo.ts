import type { AnalyticsSettings } from './analytics-settings.ts';
import type { PageViewAdapter } from './page-view.ts';

type MatomoSettings = Extract<AnalyticsSettings, { adapter: 'matomo' }>;

/**
 * Matomo's HTTP tracking API, without its script. The request discloses the visitor's network address and browser, hence the consent.
 * @param siteUrl public origin, to which the path is appended
 */
export function createMatomo({ endpoint, siteId }: MatomoSettings, siteUrl: string): PageViewAdapter {
  return {
    needsConsent: true,
    reportsTo: [new URL(endpoint).origin],
    pageView({ path, title }) {
      const body = new URLSearchParams({
        idsite: String(siteId),
        rec: '1',
        apiv: '1',
        action_name: title,
        url: siteUrl + path,
        // Requests a response without a picture.
        send_image: '0',
      });
      const request: RequestInit = { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true };
      // A lost count must not bother the visitor.
      fetch(endpoint, request).catch(() => {});
    },
  };
}
