import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AnalyticsSettings } from './analytics-settings.ts';
import { isRefusedBySignal, keptChoice, useChoice, useIsAsked } from './consent.ts';
import type { ConsentWords } from './consent-words.ts';
import { adapterOf, type PageViewAdapter } from './page-view-adapter.ts';
import { whenIdleOrLeaving } from './when-idle.ts';

/** Most visitors never see it: it comes when it is to be shown. */
const ConsentBanner = lazy(() => import('./ConsentBanner.tsx'));

interface AnalyticsProps {
  settings: AnalyticsSettings;
  /** Public origin. */
  siteUrl: string;
  /** Present where the adapter needs consent. */
  words: ConsentWords | undefined;
}

/**
 * Reports each page that the visitor arrives at, and how fast the first one was. Asks for consent first where the adapter
 * needs it. Shows nothing on the server: pages are the same for every visitor.
 */
export function Analytics({ settings, siteUrl, words }: AnalyticsProps) {
  const adapter = useMemo(() => adapterOf(settings, siteUrl), [settings, siteUrl]);
  const { pathname } = useLocation();
  const isAsked = useIsAsked();
  // Not kept by the browser yet where this renders on the server, and while it hydrates.
  const choice = useChoice();
  const isAllowed = !isRefusedBySignal() && (!adapter.needsConsent || choice === 'accepted');
  usePageViews(adapter, pathname, isAllowed);
  useWebVitals(adapter, pathname, isAllowed);
  if (!words || !isAsked) return null;
  return (
    <Suspense>
      <ConsentBanner words={words} />
    </Suspense>
  );
}

const mayReport = ({ needsConsent }: PageViewAdapter) =>
  !isRefusedBySignal() && (!needsConsent || keptChoice()?.choice === 'accepted');

/** One report for each path arrived at: first load, navigations, and what Back brings out of the browser's own store. */
function usePageViews(adapter: PageViewAdapter, pathname: string, isAllowed: boolean): void {
  const reported = useRef<string>(undefined);

  useEffect(() => {
    if (!isAllowed || reported.current === pathname) return;
    reported.current = pathname;
    // The title of this page, whichever page is open by the time it is sent.
    const view = { path: pathname, title: document.title };
    whenIdleOrLeaving(() => {
      if (mayReport(adapter)) adapter.pageView(view);
    });
  }, [adapter, pathname, isAllowed]);

  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && mayReport(adapter)) adapter.pageView({ path: location.pathname, title: document.title });
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [adapter]);
}

function useWebVitals(adapter: PageViewAdapter, pathname: string, isAllowed: boolean): void {
  const path = useRef(pathname);
  const isMeasured = useRef(false);

  useEffect(() => {
    if (!isAllowed || isMeasured.current) return;
    isMeasured.current = true;
    whenIdleOrLeaving(() => {
      import('./report-vitals.ts').then(
        ({ reportVitals }) => reportVitals({ path: path.current, isAllowed: () => mayReport(adapter) }),
        // Without it nothing is measured, and nothing else is wrong.
        () => {},
      );
    });
  }, [adapter, isAllowed]);
}
