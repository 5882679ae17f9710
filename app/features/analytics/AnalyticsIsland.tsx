import { Island } from '../../ui/island/Island.tsx';
import type { AnalyticsSettings } from './analytics-settings.ts';
import { ConsentBanner } from './ConsentBanner.tsx';
import type { ConsentLabels } from './consent-labels.ts';

export interface AnalyticsProps {
  settings: AnalyticsSettings;
  /** Public origin. */
  siteUrl: string;
}

/** @param props.labels of the consent banner; present where the adapter needs consent */
export function AnalyticsIsland({ labels, ...props }: AnalyticsProps & { labels: ConsentLabels | undefined }) {
  return (
    <Island name="analytics" wake="idle" props={props}>
      {labels && <ConsentBanner labels={labels} />}
    </Island>
  );
}
