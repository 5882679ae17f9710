/** The browser's settings for counting page views; the same for every visitor. Web vitals are always sent to this site. */
export type AnalyticsSettings =
  | { readonly adapter: 'first-party' }
  | {
      readonly adapter: 'matomo';
      /** URL of Matomo's HTTP tracking API: its `matomo.php`. */
      readonly endpoint: string;
      /** ID of this site in Matomo. */
      readonly siteId: number;
    };

/** Third-party origins that the browser reports to, for the Content Security Policy. */
export const thirdPartyOrigins = (settings: AnalyticsSettings): readonly string[] =>
  settings.adapter === 'matomo' ? [new URL(settings.endpoint).origin] : [];
