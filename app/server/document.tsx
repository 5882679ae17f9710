import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import font from '../assets/archivo-basic.woff2?url';
import earlyScript from '../early/early.ts?inline-script';
import { AnalyticsIsland } from '../features/analytics/AnalyticsIsland.tsx';
import { ConsentSettings } from '../features/analytics/ConsentSettings.tsx';
import { adapterOf } from '../features/analytics/page-view-adapter.ts';
import { Footer } from '../features/site/footer/Footer.tsx';
import { Header } from '../features/site/header/Header.tsx';
import { PreviewNote } from '../features/site/preview-note/PreviewNote.tsx';
import { mainId, SkipLink } from '../features/site/skip-link/SkipLink.tsx';
import { articlePrefix, feedPath, storiesFeedPath } from '../paths.ts';
import { siteNodes } from '../routes/structured-data.ts';
import { formProofField } from '../shared/form-token.ts';
import { darkColours, lightColours } from '../shared/palette.ts';
import type { RequestServices } from './context.ts';
import { navigationRules } from './navigation-rules.ts';
import { sheetsIn } from './page-styles.ts';

/** Everything around a page, and the data that pages share. */
export type SiteFrame = ReturnType<typeof siteFrame>;

/** Collects the data that every page shows around its content. */
export function siteFrame({ content, previewUntil, siteUrl, analytics, submissions, script }: RequestServices) {
  const { contact_section, consent, legal_name, address, founded, ...site } = content.site;
  const icons = iconPaths(content.media);
  const { settings } = analytics;
  return {
    site,
    parts: sharedParts.getOrInsert(content.site, new Map()),
    nodes: siteNodes(content.site, siteUrl, icons.touch && `${siteUrl}${icons.touch}`),
    contact: {
      heading: contact_section.heading,
      note: contact_section.note,
      email: site.email.general,
      phone: site.phone,
    },
    previewUntil,
    siteUrl,
    script,
    requiresProof: submissions.requiresProof,
    analytics: settings && {
      settings,
      siteUrl,
      /** The banner's copy, only if the site asks for consent. */
      labels: adapterOf(settings, siteUrl).needsConsent ? consent : undefined,
    },
    icons,
  };
}

/** HTML with the stylesheets of its components. */
interface Part {
  readonly html: string;
  readonly sheets: ReadonlySet<number>;
}

/** Parts that pages of one version of the site's facts share, by name. */
const sharedParts = new WeakMap<object, Map<string, Part>>();

/** Returns the header and the footer of a page. They are rendered once, because they take a third of a page's rendering. */
export function frameOf({ site, parts, analytics }: SiteFrame, pathname: string) {
  const once = (name: string, part: ReactNode) =>
    parts.getOrInsertComputed(name, () => {
      const html = renderToStaticMarkup(part);
      return { html, sheets: sheetsIn(html) };
    });
  const isItem = site.navigation.some(({ to, items }) => [to, ...items.map((item) => item.to)].includes(pathname));
  // All articles mark the same item. Other paths, of which there may be any number, mark none.
  const marked = isItem ? pathname : pathname.startsWith(articlePrefix) ? articlePrefix : '';
  const label = analytics?.labels?.settings;
  return {
    header: once(`header ${marked}`, <Header site={site} pathname={marked} />),
    footer: once(`footer ${label ?? ''}`, <Footer site={site} control={label && <ConsentSettings label={label} />} />),
  };
}

/** Icons by the media of a version of the content, which may have hundreds of files. */
const iconsOfMedia = new WeakMap<object, { svg: string | undefined; touch: string | undefined }>();

const iconPaths = (media: ReadonlyMap<string, unknown>) =>
  iconsOfMedia.getOrInsertComputed(media, () => {
    const find = (start: string, extension: string) =>
      media.keys().find((path) => path.startsWith(`/media/icons/${start}.`) && path.endsWith(extension));
    return { svg: find('favicon', '.svg'), touch: find('apple-touch-icon', '.png') };
  });

interface DocumentProps {
  frame: SiteFrame;
  /** Title and metadata of the page. */
  head: ReactNode;
  /** Text in place of the styles, the header and the footer, in this order. */
  mark: string;
  children: ReactNode;
}

/** Inline scripts of every document, which its Content-Security-Policy allows by their hashes. */
export const inlineScripts: readonly string[] = [earlyScript, navigationRules];

/** A page without its styles, header and footer. */
export function SiteDocument({ frame, head, mark, children }: DocumentProps) {
  const { icons, analytics, previewUntil } = frame;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, named by its hash in the policy */}
        <style dangerouslySetInnerHTML={{ __html: mark }} />
        <link rel="preload" href={font} as="font" crossOrigin="" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named by its hash in the policy */}
        <script dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <meta name="scripts" content={frame.script} />
        {frame.requiresProof && <meta name={formProofField} content="on" />}
        <meta name="theme-color" content={lightColours.paper} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={darkColours.paper} media="(prefers-color-scheme: dark)" />
        {icons.svg && <link rel="icon" href={icons.svg} type="image/svg+xml" />}
        {icons.touch && <link rel="apple-touch-icon" href={icons.touch} />}
        <link rel="alternate" type="application/atom+xml" href={feedPath} title="Insights" />
        <link rel="alternate" type="application/atom+xml" href={storiesFeedPath} title="Success Stories" />
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, named by their hash in the policy */}
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: navigationRules }} />
      </head>
      <body>
        <SkipLink />
        {analytics && <AnalyticsIsland {...analytics} />}
        {mark}
        <main id={mainId} tabIndex={-1}>
          {children}
        </main>
        {mark}
        {previewUntil && <PreviewNote until={previewUntil} />}
      </body>
    </html>
  );
}
