import type {
  Article as ArticleNode,
  BreadcrumbList,
  Graph,
  JobPosting,
  Organization,
  Person,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import type { Article } from '../features/articles/article.schema.ts';
import type { Position } from '../features/careers/position.schema.ts';
import type { Site } from '../features/site/site.schema.ts';
import { homePath } from '../paths.ts';

/** Ids of the nodes that pages share. */
const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;
const websiteId = (siteUrl: string) => `${siteUrl}/#website`;

/** The nodes about company and site, shared by all pages. */
export interface SiteNodes {
  organization: Exclude<Organization, string>;
  /** More of the organization, for the one page that is about it. */
  contact: { email: string; telephone: string; sameAs: string[] };
  website: Exclude<WebSite, string>;
}

type CompanyFacts = Pick<Site, 'name' | 'legal_name' | 'email' | 'phone' | 'footer'>;

/** @param logo absolute URL of the company's mark */
export function siteNodes(site: CompanyFacts, siteUrl: string, logo: string | undefined): SiteNodes {
  return {
    organization: {
      '@type': 'Organization',
      '@id': organizationId(siteUrl),
      name: site.name,
      legalName: site.legal_name,
      url: `${siteUrl}${homePath}`,
      ...(logo ? { logo } : {}),
    },
    contact: {
      email: site.email.general,
      telephone: site.phone,
      sameAs: site.footer.social.profiles.map(({ href }) => href),
    },
    website: {
      '@type': 'WebSite',
      '@id': websiteId(siteUrl),
      name: site.name,
      url: `${siteUrl}${homePath}`,
      inLanguage: 'en-US',
      publisher: { '@id': organizationId(siteUrl) },
    },
  };
}

/** The facts about a page for its graph. */
export interface PageFacts {
  /** Absolute and canonical. */
  url: string;
  title: string;
  description: string;
  /** Absolute URL of the picture that link previews show. */
  image?: string | undefined;
  /** Pages between the home page and this one, from the home page down. */
  above?: readonly { label: string; to: string }[] | undefined;
  /** The page's subject, which refers to the page by `pageId`. */
  about?: Exclude<Thing, string> | undefined;
}

const pageId = (url: string): string => `${url}#webpage`;

/** Returns a page as one linked graph: company, site, page, breadcrumb and subject (schema.org, JSON-LD 1.1). */
export function pageGraph(nodes: SiteNodes, siteUrl: string, page: PageFacts): Graph {
  const { url, title, description, image, above = [], about } = page;
  const isHome = url === `${siteUrl}${homePath}`;
  const trail = isHome ? [] : [{ label: 'Home', to: homePath }, ...above];
  const webPage: WebPage = {
    '@type': 'WebPage',
    '@id': pageId(url),
    url,
    name: title,
    description,
    isPartOf: { '@id': websiteId(siteUrl) },
    ...(isHome ? { about: { '@id': organizationId(siteUrl) } } : { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    ...(image ? { primaryImageOfPage: { '@type': 'ImageObject', url: image } } : {}),
  };
  const breadcrumb: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumb`,
    itemListElement: [
      ...trail.map(({ label, to }) => ({ label, item: `${siteUrl}${to}` })),
      { label: title, item: url },
    ].map(({ label, item }, index) => ({ '@type': 'ListItem', position: index + 1, name: label, item })),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      isHome ? { ...nodes.organization, ...nodes.contact } : nodes.organization,
      nodes.website,
      webPage,
      ...(isHome ? [] : [breadcrumb]),
      ...(about ? [about] : []),
    ],
  };
}

/** @param image absolute URL */
export function articleNode(
  article: Pick<Article, 'title' | 'excerpt' | 'date' | 'updated' | 'author' | 'category'>,
  { url, siteUrl, image }: { url: string; siteUrl: string; image: string },
): Exclude<ArticleNode, string> {
  const author: Person = { '@type': 'Person', name: article.author.name };
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: article.title,
    description: article.excerpt,
    image,
    datePublished: article.date,
    dateModified: article.updated ?? article.date,
    author,
    publisher: { '@id': organizationId(siteUrl) },
    articleSection: article.category.name,
    mainEntityOfPage: { '@id': pageId(url) },
  };
}

/** Returns a position for search engines; undefined where a field that they require is missing (Ruling 29). */
export function jobPostingNode(
  position: Position,
  { url, siteUrl, company }: { url: string; siteUrl: string; company: string },
): Exclude<JobPosting, string> | undefined {
  const { posted, place } = position;
  if (!posted || !place) return undefined;
  return {
    '@type': 'JobPosting',
    '@id': `${url}#position`,
    title: position.title,
    description: position.html,
    identifier: { '@type': 'PropertyValue', name: company, value: position.job_id },
    datePosted: posted,
    ...(position.valid_through ? { validThrough: `${position.valid_through}T23:59:59Z` } : {}),
    ...(position.employment_type ? { employmentType: position.employment_type } : {}),
    // Repeated for readers that do not resolve ids.
    hiringOrganization: { '@type': 'Organization', '@id': organizationId(siteUrl), name: company, sameAs: siteUrl },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: place.city,
        ...(place.region ? { addressRegion: place.region } : {}),
        addressCountry: place.country,
      },
    },
    ...(position.remote
      ? { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: place.country } }
      : {}),
    directApply: true,
    url,
    mainEntityOfPage: { '@id': pageId(url) },
  };
}
