import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { deviceOf, sendReport, type VitalName } from './page-report.ts';

/**
 * Measures the loaded page and sends one report when it is first hidden: by then the values describe the visitor's experience.
 * @param path of the page that was loaded
 * @param isAllowed called when the report is due, because the visitor may have refused since
 */
export function reportVitals(path: string, isAllowed: () => boolean): void {
  const device = deviceOf(innerWidth);
  const values: Partial<Record<VitalName, number>> = {};
  const record = ({ name, value }: { name: VitalName; value: number }) => {
    // CLS needs thousandths; times do not.
    values[name] = Math.round(value * 1000) / 1000;
  };
  for (const measure of [onLCP, onINP, onCLS, onFCP, onTTFB]) measure(record, { reportAllChanges: true });
  const onHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', onHidden);
    if (isAllowed() && Object.keys(values).length > 0) sendReport({ kind: 'vitals', path, device, values });
  };
  document.addEventListener('visibilitychange', onHidden);
}
