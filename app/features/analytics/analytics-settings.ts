/**
 * How page views are counted, as far as the browser has to know; the same for every visitor. The web vitals go to this site
 * in either case.
 */
export type AnalyticsSettings =
  | { readonly adapter: 'first-party' }
  | {
      readonly adapter: 'matomo';
      /** URL of Matomo's HTTP tracking API: its `matomo.php`. */
      readonly endpoint: string;
      /** The number by which Matomo knows this site. */
      readonly siteId: number;
    };

/** Origins of others that the browser reports to, for the policy of pages. */
export const thirdPartyOrigins = (settings: AnalyticsSettings): readonly string[] =>
  settings.adapter === 'matomo' ? [new URL(settings.endpoint).origin] : [];
