import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { deviceOf, sendReport, type VitalName } from './page-report.ts';

interface VitalsOptions {
  /** Of the page that was loaded. */
  readonly path: string;
  /** Asked when the report is due: the visitor may have refused since. */
  readonly isAllowed: () => boolean;
}

/**
 * Measures the page as it was loaded and reports once, in one message, when it is hidden first: what was measured until then
 * is what the visitor experienced. The browser buffers what happened before this module loaded.
 */
export function reportVitals({ path, isAllowed }: VitalsOptions): void {
  const device = deviceOf(innerWidth);
  const values: Partial<Record<VitalName, number>> = {};
  const keep = ({ name, value }: { name: VitalName; value: number }) => {
    // A thousandth matters for CLS, and for no time.
    values[name] = Math.round(value * 1000) / 1000;
  };
  for (const measure of [onLCP, onINP, onCLS, onFCP, onTTFB]) measure(keep, { reportAllChanges: true });
  const onHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', onHidden);
    if (isAllowed() && Object.keys(values).length > 0) sendReport({ kind: 'vitals', path, device, values });
  };
  document.addEventListener('visibilitychange', onHidden);
}
