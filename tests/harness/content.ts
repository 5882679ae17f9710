import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { companyTokens } from '../../app/features/site/company-tokens.ts';
import { fillTokens } from '../../app/platform/content/tokens.ts';

/** The fields of a page file that the tests read; the others are not checked. */
interface PageFile {
  address: string;
  aliases?: string[];
  meta: { title: string; og_title?: string; description: string; keywords: string[] };
  hero: { heading?: string; slides?: { heading: string }[]; button?: { label: string; to: string } };
  sections: {
    type: string;
    heading?: string;
    statement?: string;
    teams?: { heading: string }[];
  }[];
}

interface Link {
  label: string;
  to: string;
}

/** A screen of the site with its required content. */
export interface Screen {
  /** The path of the request. */
  address: string;
  /** The path in its own `address`. */
  canonical: string;
  title: string;
  ogTitle: string;
  description: string;
  keywords: string;
  /** Text of its `h1`. */
  heading: string;
  /** False for a screen that begins with only a heading. */
  hasHero: boolean;
  /** Every line and paragraph of its content file, in order. */
  words: readonly string[];
}

interface Person {
  name: string;
  post: string;
  linkedin: string;
  bio: string;
}

/** Keys whose text is not visible on the page: alternative texts, names of files. */
const unseen = new Set(['alt', 'file', 'to', 'anchor', 'id', 'type', 'media']);

const contentDirectory = new URL('../../content/', import.meta.url);
const readFile = (path: string) => readFileSync(fileURLToPath(new URL(path, contentDirectory)), 'utf8');
const tokens = companyTokens(parse(readFile('site.yaml')), '');
const readText = (path: string) => fillTokens(readFile(path), tokens, () => {});
const readYaml = <Value>(path: string): Value => parse(readText(path)) as Value;
const filesIn = (directory: string, ending: string) =>
  readdirSync(fileURLToPath(new URL(directory, contentDirectory)))
    .filter((name) => name.endsWith(ending))
    .sort();

export const site = readYaml<{
  name: string;
  founded: number;
  copyright_year: number;
  tagline: string;
  phone: string;
  email: { general: string; careers: string; info: string };
  navigation: (Link & { items?: Link[] })[];
  footer: {
    columns: { links: Link[] }[];
    social: { profiles: { label: string; href: string }[] };
    badges: { items: { name: string }[] };
    legal: Link[];
  };
  consent: { heading: string; settings: string };
  professional_network: { href: string };
}>('site.yaml');

export const people = readYaml<{ leadership: Person[]; advisors: Person[] }>('people.yaml');

export const offices = readYaml<{ offices: { id: string; heading: string; address: string[]; phone: string }[] }>(
  'offices.yaml',
).offices;

/** The heading of the acknowledgement of the contact form. */
export const acknowledgementHeading = readYaml<{ acknowledgements: { enquiry: { heading: string } } }>('mail.yaml')
  .acknowledgements.enquiry.heading;

/** Categories of the careers page. */
export const positionCategories = readYaml<{ categories: { slug: string; name: string }[] }>('careers.yaml').categories;
const today = new Date().toISOString().slice(0, 10);
/** Positions that are open today, each with the category that it is in. */
export const positions = filesIn('positions', '.md')
  .map((name) => ({
    slug: name.replace(/\.md$/u, ''),
    ...frontMatter<{ job_id: string; title: string; category: string; valid_through?: string }>(`positions/${name}`),
  }))
  .filter(({ valid_through: last = today }) => last >= today);
const lasting = positions.find(({ valid_through }) => valid_through === undefined);
if (!lasting) throw new Error('There is no position without a last day');
/** A position that is open on every day. */
export const lastingPosition = lasting;

const pages = filesIn('pages', '.yaml').map((name) => readYaml<PageFile>(`pages/${name}`));

/** Paths of few pages that together have a section of every type. */
export const pagesWithEverySection: readonly string[] = (() => {
  const missing = new Set(pages.flatMap(({ sections }) => sections.map(({ type }) => type)));
  const newTypesOf = ({ sections }: PageFile) => new Set(sections.map(({ type }) => type)).intersection(missing);
  const chosen: string[] = [];
  while (missing.size > 0) {
    const [next] = pages.toSorted((one, other) => newTypesOf(other).size - newTypesOf(one).size);
    if (!next) break;
    for (const type of newTypesOf(next)) missing.delete(type);
    chosen.push(next.address);
  }
  return chosen;
})();

/** @returns the label of the first link to a path in the header or the footer, or among those of a page. @throws where none is */
export function labelOf(to: string, page: unknown = [site.navigation, site.footer]): string {
  const label = linksIn(page).find((link) => link.to === to)?.label;
  if (label === undefined) throw new Error(`No link of the content leads to ${to}`);
  return label;
}

/** Every link of a part of the content, in order. */
function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'to' in value && 'label' in value ? [value as Link] : [];
  return [...own, ...Object.values(value).flatMap(linksIn)];
}

/** The file of a page. @throws if there is none at this path */
export function pageAt(path: string): PageFile {
  return pages.find(({ address }) => address === path) ?? raise(`No content file has the address ${path}`);
}

/** The first section of a type. @throws if the page has none */
export function sectionAt(path: string, type: string): PageFile['sections'][number] {
  return pageAt(path).sections.find((section) => section.type === type) ?? raise(`${path} has no ${type}`);
}

/** The heading of the first section of a type. */
export function sectionHeading(path: string, type: string): string {
  return sectionAt(path, type).heading ?? raise(`The ${type} of ${path} has no heading`);
}

function raise(message: string): never {
  throw new Error(message);
}

/** Every article by its slug. */
export const articles = (['success-stories', 'insights'] as const).flatMap((category) =>
  filesIn(`articles/${category}`, '.md').map((name) => ({
    slug: name.slice(0, -'.md'.length),
    category,
    ...frontMatter<{ title: string; topics: string[]; industries: string[] }>(`articles/${category}/${name}`),
  })),
);

const legal = filesIn('legal', '.md').map((name) => {
  const path = `legal/${name}`;
  const address = `/${name.slice(0, -'.md'.length)}`;
  const meta = frontMatter<{ title: string; description: string; keywords: string[] }>(path);
  const parts = [...readText(path).matchAll(/^## (.+)$/gmu)].map(([, title = '']) => title);
  return { address, meta, parts };
});

/** Every static screen at each of its paths, those of new content files included. */
export const screens: readonly Screen[] = [
  ...pages.flatMap((page) => [page.address, ...(page.aliases ?? [])].map((address) => pageScreen(page, address))),
  ...legal.map(({ address, meta, parts }) => ({
    ...screenOf(address, address, meta),
    heading: meta.title,
    hasHero: false,
    words: parts,
  })),
];

function pageScreen(page: PageFile, address: string): Screen {
  return {
    ...screenOf(address, page.address, page.meta),
    heading: page.hero.heading ?? page.hero.slides?.[0]?.heading ?? '',
    hasHero: true,
    words: [...wordsOf({ ...page.hero, label: undefined }), ...wordsOf(page.sections)],
  };
}

function screenOf(address: string, canonical: string, meta: PageFile['meta']) {
  return {
    address,
    canonical,
    title: meta.title,
    ogTitle: meta.og_title ?? meta.title,
    description: meta.description,
    keywords: meta.keywords.join(', '),
  };
}

/** All visible text: each text with a space in it, and each heading, name and label. */
function wordsOf(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => wordsOf(item, key));
  if (typeof value === 'object' && value !== null) {
    // The name of a slot says which part fills it.
    if ('type' in value && value.type === 'slot') return [];
    return Object.entries(value).flatMap(([name, item]) => wordsOf(item, name));
  }
  if (typeof value !== 'string' || unseen.has(key)) return [];
  const isText = /\s/u.test(value.trim()) || ['heading', 'name', 'label'].includes(key);
  return isText ? [value] : [];
}

function frontMatter<Value>(path: string): Value {
  const [, text = ''] = /^---\n(.*?)\n---\n/su.exec(readText(path)) ?? [];
  return parse(text) as Value;
}
