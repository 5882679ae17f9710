import type { WakeIsland } from '../../ui/island/wake-islands.ts';
import type { AnalyticsProps } from './AnalyticsIsland.tsx';
import { isRefusedBySignal, onChoiceChange, reopenChoice, storedChoice } from './consent.ts';
import { followConsent } from './consent-banner.ts';
import type { PageViewAdapter } from './page-view.ts';
import { adapterOf } from './page-view-adapter.ts';
import { whenIdleOrLeaving } from './when-idle.ts';

/**
 * Reports the page that the visitor has arrived at, and how fast it was. Asks for consent first where the adapter needs it.
 */
export const wake: WakeIsland = (element, props) => {
  const { settings, siteUrl } = props as AnalyticsProps;
  const adapter = adapterOf(settings, siteUrl);
  const report = reportOnce(adapter);
  const update = () => {
    if (mayReport(adapter)) report();
  };
  onChoiceChange(update);
  update();
  const banner = element.querySelector<HTMLElement>('[data-consent]');
  if (banner) followConsent(banner);

  // What Back brings out of the browser's own store is looked at once more.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && mayReport(adapter)) adapter.pageView(thisPage());
  });
  for (const control of document.querySelectorAll<HTMLButtonElement>('[data-consent-settings]')) {
    // Global Privacy Control has refused already: nothing can be chosen.
    if (isRefusedBySignal()) control.hidden = true;
    else control.addEventListener('click', reopenChoice);
  }
};

const mayReport = ({ needsConsent }: PageViewAdapter) =>
  !isRefusedBySignal() && (!needsConsent || storedChoice()?.choice === 'accepted');

const thisPage = () => ({ path: location.pathname, title: document.title });

/** The view of this page and its web vitals, each reported once however often this is called. */
function reportOnce(adapter: PageViewAdapter): () => void {
  let isReported = false;
  return () => {
    if (isReported) return;
    isReported = true;
    const view = thisPage();
    whenIdleOrLeaving(() => {
      if (mayReport(adapter)) adapter.pageView(view);
    });
    whenIdleOrLeaving(() => {
      import('./report-vitals.ts').then(
        ({ reportVitals }) => reportVitals({ path: view.path, isAllowed: () => mayReport(adapter) }),
        // Without it nothing is measured, and nothing else is wrong.
        () => {},
      );
    });
  };
}
