import { reportsPath } from '../../paths.ts';
import { desktop, tablet } from '../../shared/breakpoints.ts';

/** Core Web Vitals and the metrics that explain them (web.dev/articles/vitals). */
export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

/** Kinds of devices by window width, at the breakpoints of the layout. */
export const devices = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** @param width of the window, CSS px */
export const deviceOf = (width: number): Device => (width < tablet ? 'phone' : width < desktop ? 'tablet' : 'desktop');

/** The report of a browser. Nothing in it identifies the visitor, and paths omit the query, which contains visitors' searches. */
export type PageReport =
  | { readonly kind: 'view'; readonly path: string; readonly title: string }
  | {
      readonly kind: 'vitals';
      /** Path of the page that was loaded, even if its URL has changed since. */
      readonly path: string;
      readonly device: Device;
      /** Milliseconds; CLS has no unit. A vital that was not measured is absent. */
      readonly values: Partial<Readonly<Record<VitalName, number>>>;
    };

/** Hands a report to the browser, which sends it even after the page was closed (Beacon API); a lost report does no harm. */
export function sendReport(report: PageReport): void {
  navigator.sendBeacon(reportsPath, JSON.stringify(report));
}
