import { ScriptIsland } from '../../ui/island/create-island.tsx';
import type { AnalyticsSettings } from './analytics-settings.ts';
import { ConsentBanner } from './ConsentBanner.tsx';
import type { ConsentLabels } from './consent-words.ts';

/** What the script of analytics is given. */
export interface AnalyticsProps {
  settings: AnalyticsSettings;
  /** Public origin. */
  siteUrl: string;
}

/** @param props.words present where the adapter needs consent */
export function AnalyticsIsland({ words, ...props }: AnalyticsProps & { words: ConsentLabels | undefined }) {
  return (
    <ScriptIsland name="analytics" wake="idle" props={props}>
      {words && <ConsentBanner words={words} />}
    </ScriptIsland>
  );
}
