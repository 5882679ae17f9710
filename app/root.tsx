import './styles/layers.css';
import './styles/tokens.css';
import './styles/base.css';
import './ui/route-overlay/route-overlay.css';
import { type ReactNode, useContext } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import font from './assets/archivo-basic.woff2?url';
import { servicesContext } from './context.ts';
import { DocumentContext } from './document-context.ts';
import { Analytics } from './features/analytics/Analytics.tsx';
import type { AnalyticsSettings } from './features/analytics/analytics-settings.ts';
import { ConsentSettings } from './features/analytics/ConsentSettings.tsx';
import type { ConsentWords } from './features/analytics/consent-words.ts';
import { adapterOf } from './features/analytics/page-view-adapter.ts';
import { careersPath } from './features/careers/position-address.ts';
import { listingPath } from './features/insights/listing-state.ts';
import { useArrival } from './features/site/arrival/use-arrival.ts';
import { Footer } from './features/site/footer/Footer.tsx';
import { Header } from './features/site/header/Header.tsx';
import { Lost } from './features/site/lost/Lost.tsx';
import { mainId, SkipLink } from './features/site/skip-link/SkipLink.tsx';
import { Hidden } from './ui/hidden/Hidden.tsx';

/** What every page shows around its own content. */
export function loader({ context }: LoaderFunctionArgs) {
  const { content, siteUrl, analytics } = context.get(servicesContext);
  const { contact_section, consent, legal_name, address, founded, ...site } = content.site;
  const contact = {
    heading: contact_section.heading,
    note: contact_section.note,
    email: site.email.general,
    phone: site.phone,
  };
  return {
    site,
    contact,
    siteUrl,
    analytics: analytics.settings && analyticsOfPage(analytics.settings, { siteUrl, words: consent }),
    icons: iconAddresses(content.media.keys()),
    /** What a shared link shows where the page has no picture of its own. */
    shareImage: content.shareImages.get('default'),
  };
}

/** What a visitor is asked by goes only where somebody is asked. */
const analyticsOfPage = (
  settings: AnalyticsSettings,
  { siteUrl, words }: { siteUrl: string; words: ConsentWords },
) => ({
  settings,
  words: adapterOf(settings, siteUrl).needsConsent ? words : undefined,
});

export type RootData = ReturnType<typeof loader>;

/** Nothing around the page depends on where it is: it is asked for once and kept while the visitor moves on. */
export const shouldRevalidate = () => false;

function iconAddresses(media: Iterable<string>) {
  const all = [...media];
  const find = (start: string, ending: string) =>
    all.find((address) => address.startsWith(`/media/icons/${start}.`) && address.endsWith(ending));
  return { svg: find('favicon', '.svg'), touch: find('apple-touch-icon', '.png') };
}

export function Layout({ children }: { children: ReactNode }) {
  const parts = useContext(DocumentContext);
  const root = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.DEV ? (
          <Links />
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, named by its hash in the policy
          <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: parts.styles }} />
        )}
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <script
          nonce={parts.mark}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named by its hash in the policy
          dangerouslySetInnerHTML={{ __html: parts.earlyScript }}
        />
        <meta name="theme-color" content="#e9ece8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1a1d" media="(prefers-color-scheme: dark)" />
        <link rel="manifest" href="/site.webmanifest" />
        {root?.icons.svg && <link rel="icon" href={root.icons.svg} type="image/svg+xml" />}
        {root?.icons.touch && <link rel="apple-touch-icon" href={root.icons.touch} />}
        <link rel="alternate" type="application/atom+xml" href="/feed.xml" title="Insights" />
        <Meta />
      </head>
      <body>
        <Frame root={root}>{children}</Frame>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function Frame({ root, children }: { root: RootData | undefined; children: ReactNode }) {
  const announcement = useArrival();
  const { analytics, siteUrl = '' } = root ?? {};
  return (
    <>
      <SkipLink />
      {analytics && <Analytics {...analytics} siteUrl={siteUrl} />}
      {root && <Header site={root.site} />}
      <main id={mainId} tabIndex={-1}>
        {children}
      </main>
      {root && (
        <Footer site={root.site} control={analytics?.words && <ConsentSettings label={analytics.words.settings} />} />
      )}
      <div role="status">
        <Hidden>{announcement}</Hidden>
      </div>
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

const waysOut = [
  { label: 'Home', to: '/' },
  { label: 'What we think', to: listingPath },
  { label: 'Contact Us', to: '/contact-us' },
];

export function ErrorBoundary({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <>
        <title>Page not found</title>
        <meta name="robots" content="noindex" />
        <Lost
          heading="This span is not built yet."
          text="The address leads to open water. Nothing is broken on your side: the page has moved, or never stood. (404)"
          links={waysOut}
          searchAt={listingPath}
        />
      </>
    );
  }
  if (isRouteErrorResponse(error) && error.status === 410) {
    return (
      <>
        <title>No longer open</title>
        <meta name="robots" content="noindex" />
        <Lost
          heading="This position is no longer open."
          text="Its last day has passed. Others may be open now, and we read what reaches our mailbox with or without a vacancy. (410)"
          links={[{ label: 'Open positions', to: careersPath }, ...waysOut]}
        />
      </>
    );
  }
  return (
    <>
      <title>Something gave way</title>
      <meta name="robots" content="noindex" />
      <Lost
        heading="Something gave way."
        text="The fault is ours, it has been noted, and nothing you sent is lost. Please try again in a moment. (500)"
        links={waysOut}
      />
    </>
  );
}
