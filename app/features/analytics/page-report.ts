import { reportsPath } from '../../paths.ts';
import { breakpoints } from '../../shared/breakpoints.ts';

/** Core Web Vitals and what explains them (web.dev/articles/vitals). */
export const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

/** By the width of the window, at the breakpoints of the layout. */
export const devices = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** @param width of the window, CSS px */
export const deviceOf = (width: number): Device =>
  width < breakpoints.tablet ? 'phone' : width < breakpoints.desktop ? 'tablet' : 'desktop';

/** The report of a browser. Nothing in it identifies the visitor, and no path has its query: visitors type searches into it. */
export type PageReport =
  | { readonly kind: 'view'; readonly path: string; readonly title: string }
  | {
      readonly kind: 'vitals';
      /** Of the page that was loaded, wherever the visitor went on from there. */
      readonly path: string;
      readonly device: Device;
      /** Milliseconds; CLS has no unit. A vital that was not measured is absent. */
      readonly values: Partial<Readonly<Record<VitalName, number>>>;
    };

/**
 * Hands a report to the browser, which sends it in its own time, after the page is gone if need be (Beacon API). Nothing
 * waits for it, and one that is lost is not missed.
 */
export function sendReport(report: PageReport): void {
  navigator.sendBeacon(reportsPath, JSON.stringify(report));
}
