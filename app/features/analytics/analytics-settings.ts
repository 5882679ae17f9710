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
