import type { WakeIsland } from '../../ui/island/wake-islands.ts';
import type { AnalyticsProps } from './AnalyticsIsland.tsx';
import { isRefusedBySignal, onChoiceChange, reopenChoice, storedChoice } from './consent.ts';
import type { PageViewAdapter } from './page-view.ts';
import { adapterOf } from './page-view-adapter.ts';
import { whenIdleOrLeaving } from './when-idle.ts';

/** Reports the page view and its web vitals. Asks for consent first where the adapter needs it. */
export const wake: WakeIsland = async (element, props) => {
  const { settings, siteUrl } = props as AnalyticsProps;
  const adapter = adapterOf(settings, siteUrl);
  followViews(adapter);
  // Most sites have a service that needs no consent, and no banner.
  const banner = element.querySelector<HTMLElement>('[data-consent]');
  if (!banner) return;
  (await import('./consent-banner.ts')).followConsent(banner);
  for (const control of document.querySelectorAll<HTMLButtonElement>('[data-consent-settings]')) {
    // Global Privacy Control already counts as a refusal: there is no choice.
    control.hidden = isRefusedBySignal();
    control.addEventListener('click', reopenChoice);
  }
};

const mayReport = ({ needsConsent }: PageViewAdapter) =>
  !isRefusedBySignal() && (!needsConsent || storedChoice()?.choice === 'accepted');

/** Reports each view of the page once it is allowed, and the web vitals of the first. */
function followViews(adapter: PageViewAdapter): void {
  let isReported = false;
  let isMeasured = false;
  const update = () => {
    if (isReported || !mayReport(adapter)) return;
    isReported = true;
    const view = { path: location.pathname, title: document.title };
    whenIdleOrLeaving(() => {
      if (mayReport(adapter)) adapter.pageView(view);
    });
    if (isMeasured) return;
    isMeasured = true;
    whenIdleOrLeaving(() => {
      import('./report-vitals.ts').then(
        ({ reportVitals }) => reportVitals(view.path, () => mayReport(adapter)),
        // If the module does not load, only the measurement is missing.
        () => {},
      );
    });
  };
  onChoiceChange(update);
  update();
  // A page restored from the back/forward cache counts as another view. A choice made meanwhile arrives with it, in either order.
  addEventListener('pagehide', () => {
    isReported = false;
  });
  addEventListener('pageshow', update);
}
