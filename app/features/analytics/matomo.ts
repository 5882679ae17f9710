import type { AnalyticsSettings } from './analytics-settings.ts';
import type { PageViewAdapter } from './page-view.ts';

type MatomoSettings = Extract<AnalyticsSettings, { adapter: 'matomo' }>;

/**
 * Matomo's HTTP tracking API (developer.matomo.org, Tracking HTTP API), without its script. It learns the visitor's network
 * address and browser by the request as such, hence the consent; no cookie goes there or comes back.
 * @param siteUrl public origin, which the path is put behind
 */
export function createMatomo({ endpoint, siteId }: MatomoSettings, siteUrl: string): PageViewAdapter {
  return {
    needsConsent: true,
    pageView({ path, title }) {
      const body = new URLSearchParams({
        idsite: String(siteId),
        rec: '1',
        apiv: '1',
        action_name: title,
        url: siteUrl + path,
        // Asks for a response without a picture.
        send_image: '0',
      });
      const request: RequestInit = { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true };
      // A count that does not arrive is the visitor's business in no way.
      fetch(endpoint, request).catch(() => {});
    },
  };
}
