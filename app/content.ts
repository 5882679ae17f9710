import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import {
  type ArticleFile,
  type ArticleReader,
  bookArticles,
  checkArticleLinks,
  checkArticlesUnique,
  createArticleReader,
  locate,
} from './content-articles.ts';
import {
  careersSchema,
  type Position,
  type PositionCategory,
  positionSchema,
} from './features/careers/position.schema.ts';
import { careersPath } from './features/careers/position-address.ts';
import { type ArticleSummary, type Taxonomy, taxonomySchema } from './features/insights/article.schema.ts';
import { createArticleCatalogue } from './features/insights/article-catalogue.ts';
import type { ArticleIndex } from './features/insights/article-index.ts';
import { prepare } from './features/insights/prepare-article.ts';
import { type MailWords, mailSchema } from './features/intake/mail.schema.ts';
import { type LegalPage, legalSchema } from './features/legal/legal.schema.ts';
import { legalParts } from './features/legal/legal-parts.ts';
import { logosSchema } from './features/pages/logos.schema.ts';
import { type Office, officesFileSchema } from './features/pages/offices.schema.ts';
import { type Page, pageSchema } from './features/pages/page.schema.ts';
import { anchorsOfPage } from './features/pages/page-anchors.ts';
import { type People, peopleSchema } from './features/pages/people.schema.ts';
import { companyTokens } from './features/site/company-tokens.ts';
import { type Site, siteSchema } from './features/site/site.schema.ts';
import { systemClock } from './platform/clock/clock.ts';
import { type HeroMedia, type Logo, slugPattern } from './platform/content/fields.ts';
import { checkLinks, checkUnique, LinkBook } from './platform/content/links.ts';
import { createLocalDocuments } from './platform/content/local-documents.ts';
import { renderMarkdown } from './platform/content/markdown.ts';
import {
  type ExaminePicture,
  indexMedia,
  type MediaIndex,
  mediaPrefix,
  offerPicture,
} from './platform/content/media.ts';
import { ContentError, type ContentProblem } from './platform/content/problem.ts';
import {
  type Lookup,
  type Path,
  type Pointer,
  type Resolved,
  resolveReferences,
} from './platform/content/reference.ts';
import { describePath, lineInBody, parseWith, readSource, type Source } from './platform/content/source.ts';
import { buildSprite, type Mark, readDrawing, readMarks, refusal } from './platform/content/sprite.ts';
import type { InForce, ScheduledContent } from './platform/content/store.ts';
import { fillSource, type Tokens } from './platform/content/tokens.ts';
import { createByteBoundedCache } from './platform/http/byte-bounded-cache.ts';
import type { PicturesInUse } from './platform/images/image-store.ts';
import type { PictureUse, PictureVariant } from './platform/images/variants.ts';

/** What is served below `/media/`: a file on disk, bytes made from one or several files, or a picture to be made when it is asked for. */
export type ServedMedia = { file: string } | { bytes: Uint8Array; type: string } | { picture: PictureVariant };

/**
 * All that visitors read, checked and resolved: a value that never changes. A change of files makes a new one, and so does
 * a moment at which something else is shown.
 */
export interface SiteContent {
  /** Rendered pages are kept for one version. */
  version: string;
  /** The day, as an ISO date in UTC. */
  today: string;
  site: Site;
  /** Of the mails that visitors get. */
  mailWords: MailWords;
  /** In the order of their addresses. */
  pages: readonly Page[];
  people: People;
  offices: readonly Office[];
  taxonomy: Taxonomy;
  /** Those that are shown now, newest first, without their texts. */
  articles: readonly ArticleSummary[];
  /** The same articles, to be listed, found and read. */
  articleIndex: ArticleIndex;
  positionCategories: readonly PositionCategory[];
  /** Newest first. */
  positions: readonly Position[];
  legal: readonly LegalPage[];
  media: ReadonlyMap<string, ServedMedia>;
  /** What has been made of pictures, or will be, so that the rest can go. */
  pictures: PicturesInUse;
  /** Pictures of shared links by what they are made for: the name of a page's file, the slug of an article, `default`. */
  shareImages: ReadonlyMap<string, string>;
}

/** Addresses that are not pages of `content/pages`: they have route modules of their own. */
const legalAddresses = { 'terms-and-condition': '/terms-and-condition', 'privacy-policy': '/privacy-policy' } as const;

/** Pictures of shared links, by the name of the page or article (Specification 3, Page meta). */
const shareImagePath = /^og\/(.+)\.png$/u;

/** Where logo sprites are served; the hash of its bytes goes before the ending of each. */
const spriteName = 'logos/sprite';

interface Entry<T> {
  source: Source;
  value: T;
}

/** What content is read with. */
interface ContentOptions {
  directory: string;
  /** Public origin, for texts that name it. */
  siteUrl: string;
  /** Remembers articles from one reading to the next. */
  articleReader: ArticleReader;
  /** Reads pictures; that of the image store remembers what it has read. */
  examine?: ExaminePicture;
}

/**
 * Reads and checks everything in the content directory, once, and takes what is shown at present.
 * @throws ContentError with every problem found, each with file, line, what was found and what is allowed
 */
export async function loadContent(directory: string, siteUrl: string): Promise<SiteContent> {
  const articleReader = createArticleReader(createLocalDocuments({ prepare, clock: systemClock }));
  const content = await readContent({ directory, siteUrl, articleReader });
  return content.at(systemClock.now()).content;
}

/**
 * Reads and checks everything in the content directory.
 * @throws ContentError with every problem found, each with file, line, what was found and what is allowed
 */
export async function readContent(options: ContentOptions): Promise<ScheduledContent<SiteContent>> {
  const { directory, siteUrl, articleReader, examine } = options;
  const problems: ContentProblem[] = [];
  const stopIfWrong = () => {
    if (problems.length > 0) throw new ContentError(problems);
  };

  const one = async <S extends z.ZodType>(
    file: string,
    schema: S,
    known: Tokens,
  ): Promise<Entry<z.output<S>> | undefined> => {
    const read = await readSource(directory, file, problems);
    const source = read && fillSource(read, known, problems);
    const value = source && parseWith(schema, source, problems);
    return source && value !== undefined ? { source, value } : undefined;
  };
  const many = async <S extends z.ZodType>(
    folder: string,
    extension: string,
    schema: S,
  ): Promise<Entry<z.output<S>>[]> => {
    const names = await namesIn(directory, folder, extension, problems);
    const entries = await Promise.all(names.map((name) => one(`${folder}/${name}`, schema, tokens)));
    return entries.filter((entry) => entry !== undefined);
  };

  const media = await indexMedia(join(directory, 'media'), problems, examine);
  const tokens = companyTokens((await readSource(directory, 'site.yaml', []))?.data, siteUrl);
  const [site, mail, people, logos, offices, taxonomy, careers, pages, articles, positions, legal] = await Promise.all([
    one('site.yaml', siteSchema, tokens),
    // The reference of a submission is known when the mail is sent, and stands as it is until then.
    one('mail.yaml', mailSchema, { ...tokens, reference: '{reference}' }),
    one('people.yaml', peopleSchema, tokens),
    one('logos.yaml', logosSchema, tokens),
    one('offices.yaml', officesFileSchema, tokens),
    one('taxonomy.yaml', taxonomySchema, tokens),
    one('careers.yaml', careersSchema, tokens),
    many('pages', '.yaml', pageSchema),
    articleFiles(directory, problems).then((files) => articleReader.read(directory, files, tokens, problems)),
    many('positions', '.md', positionSchema),
    many('legal', '.md', legalSchema),
  ]);
  stopIfWrong();
  if (!site || !mail || !people || !logos || !offices || !taxonomy || !careers) throw new ContentError(problems);

  const legalPages = legal.flatMap(({ source, value }) => {
    const name = slugOf(source);
    if (!(name in legalAddresses)) {
      problems.push({
        file: source.file,
        message: `is not a legal page; there are ${Object.keys(legalAddresses).join(', ')}`,
      });
      return [];
    }
    const parts = legalParts(source.body, (message, text) =>
      problems.push({ file: source.file, line: lineInBody(source, text), message }),
    );
    return [{ source, page: { ...value, address: legalAddresses[name as keyof typeof legalAddresses], parts } }];
  });

  problems.push(
    ...checkUnique(
      pages.flatMap(({ source, value }) => [value.address, ...value.aliases].map((address) => ({ source, address }))),
      ({ address }) => address,
      ({ source }, address) => ({
        file: source.file,
        line: source.lineOf(['address']),
        message: `has the address "${address}", which another page has already`,
      }),
    ),
    ...(await locate(directory, checkArticlesUnique(articles))),
    ...checkUnique(
      positions,
      ({ value }) => value.job_id,
      ({ source }, id) => ({
        file: source.file,
        line: source.lineOf(['job_id']),
        field: 'job_id',
        message: `is "${id}", which another position has already`,
      }),
    ),
    ...checkKeys(logos.source, keysIn('logos', 'id', logos.value.logos)),
    ...checkKeys(offices.source, keysIn('offices', 'id', offices.value.offices)),
    ...checkKeys(taxonomy.source, keysIn('topics', 'slug', taxonomy.value.topics)),
    ...checkKeys(taxonomy.source, keysIn('industries', 'slug', taxonomy.value.industries)),
    ...checkKeys(careers.source, keysIn('categories', 'slug', careers.value.categories)),
    ...checkKeys(people.source, [
      ...keysIn('leadership', 'id', people.value.leadership),
      ...keysIn('advisors', 'id', people.value.advisors),
    ]),
    ...pages.flatMap(({ source, value }) =>
      checkKeys(
        source,
        value.sections.flatMap((section, index) =>
          anchorsOfPage({ sections: [section] }).map((key) => ({ path: ['sections', index], key })),
        ),
      ),
    ),
    ...legalPages.flatMap(({ source, page }) =>
      checkUnique(
        page.parts,
        ({ id }) => id,
        ({ title }) => ({
          file: source.file,
          line: lineInBody(source, `## ${title}`),
          message: `has two parts that are called "${title}"`,
        }),
      ),
    ),
  );

  const book = new LinkBook();
  for (const { value } of pages)
    for (const address of [value.address, ...value.aliases]) book.add(address, anchorsOfPage(value));
  for (const { page } of legalPages)
    book.add(
      page.address,
      page.parts.map(({ id }) => id),
    );
  const sources = [site, people, ...pages, ...positions].map(({ source }) => source);
  await bookArticles(
    book,
    articles,
    [...sources, ...legalPages.map(({ source }) => source)].map(({ data, body }) => JSON.stringify(data) + body),
    articleReader.documents,
  );

  const marks = readMarks(
    await Promise.all(
      logos.value.logos.flatMap(({ id }) => {
        const file = media.get(`logos/${id}.svg`);
        return file ? [readFile(file.file, 'utf8').then((source) => ({ id, file: `media/${file.path}`, source }))] : [];
      }),
    ),
    problems,
  );
  const sprites = new Map<string, ServedMedia>();
  const spriteOf = (ids: readonly string[]) => {
    const svg = buildSprite(marks, ids);
    const url = `${mediaPrefix}${spriteName}.${hashOf([svg])}.svg`;
    sprites.set(url, { bytes: Buffer.from(svg), type: 'image/svg+xml' });
    return url;
  };
  const drawings = await readDrawings(media, problems);

  const offer = (key: string, use: PictureUse = 'layout') => {
    const file = media.get(key);
    return file && offerPicture(file, use);
  };
  const everyone = [...people.value.leadership, ...people.value.advisors];
  const variants = new Map<string, PictureVariant>([
    ...[...media.keys()].flatMap((key) => [...(offer(key)?.variants ?? [])]),
    ...everyone.flatMap(({ portrait }) => [...(offer(portrait.key, 'avatar')?.variants ?? [])]),
  ]);

  const lookupOn = (here: string | undefined, spriteUrl = ''): Lookup => {
    const byKind: Record<string, (key: string) => unknown> = {
      image: (key) => offer(key)?.image,
      hero: (key) => heroOf(media, key),
      drawing: (key) => drawings.get(key),
      logo: (key) => logoOf(key, logos.value.logos, marks, spriteUrl),
      topic: (key) => taxonomy.value.topics.find(({ slug }) => slug === key),
      industry: (key) => taxonomy.value.industries.find(({ slug }) => slug === key),
      author: (key) => {
        const person = everyone.find(({ id }) => id === key);
        const avatar = person && offer(person.portrait.key, 'avatar')?.image;
        return person && avatar && { id: person.id, name: person.name, avatar };
      },
      'position-category': (key) => careers.value.categories.find(({ slug }) => slug === key),
    };
    const allowed: Record<string, () => string> = {
      image: () => 'takes a picture below content/media',
      hero: () =>
        `takes ${listed([...media.keys()].flatMap((path) => /^heroes\/(.+)-wide\.webp$/u.exec(path)?.[1] ?? []))}`,
      drawing: () => `takes ${listed([...drawings.keys()])}`,
      logo: () =>
        `takes the id of a logo in logos.yaml whose drawing is in content/media/logos: ${listed([...marks.keys()])}`,
      topic: () => `takes ${listed(taxonomy.value.topics.map(({ slug }) => slug))}`,
      industry: () => `takes ${listed(taxonomy.value.industries.map(({ slug }) => slug))}`,
      author: () => `takes the id of a person in people.yaml: ${listed(everyone.map(({ id }) => id))}`,
      'position-category': () => `takes ${listed(careers.value.categories.map(({ slug }) => slug))}`,
    };
    return ({ kind, key }: Pointer) => {
      if (kind === 'link') {
        const problem = book.problemWith(key, here);
        return problem ? { problem } : { found: key };
      }
      const found = byKind[kind]?.(key);
      return found === undefined
        ? { problem: `"${key}" is not there; ${allowed[kind]?.() ?? 'nothing is known of this kind'}` }
        : { found };
    };
  };
  const resolve = <T>(entry: Entry<T>, here?: string): Resolved<T> => {
    const shown = keysOf(entry.value, 'logo');
    const lookup = lookupOn(here, shown.length > 0 ? spriteOf(shown) : undefined);
    return resolveReferences(entry.value, lookup, (path, message) =>
      problems.push({ file: entry.source.file, line: entry.source.lineOf(path), field: describePath(path), message }),
    );
  };
  const checkBody = (source: Source, html: string, here: string) =>
    checkLinks(html, book, here, (message, href) =>
      problems.push({ file: source.file, line: lineInBody(source, href), message }),
    );

  const findings = checkArticleLinks(book, articles);
  const summaries = await articleReader.resolve(articles, taxonomy.value.categories, lookupOn(undefined), (finding) =>
    findings.push(finding),
  );
  problems.push(...(await locate(directory, findings)));
  for (const { source, page } of legalPages) for (const part of page.parts) checkBody(source, part.html, page.address);
  for (const team of ['leadership', 'advisors'] as const) {
    for (const [index, { bio }] of people.value[team].entries()) {
      const path = [team, index, 'bio'];
      checkLinks(bio, book, undefined, (message) =>
        problems.push({
          file: people.source.file,
          line: people.source.lineOf(path),
          field: describePath(path),
          message,
        }),
      );
    }
  }

  const lasting: Omit<SiteContent, 'version' | 'today' | 'articles' | 'articleIndex'> = {
    site: resolve(site),
    mailWords: mail.value,
    pages: pages.map((entry) => resolve(entry, entry.value.address)).sort((a, b) => a.address.localeCompare(b.address)),
    people: resolve(people),
    offices: resolve(offices).offices,
    taxonomy: resolve(taxonomy),
    positionCategories: careers.value.categories,
    positions: positions
      .map((entry) => {
        const html = renderMarkdown(entry.source.body, { headingIds: false });
        checkBody(entry.source, html, careersPath);
        return { ...resolve(entry), slug: slugOf(entry.source), html };
      })
      .sort((a, b) => (b.posted ?? '').localeCompare(a.posted ?? '') || a.job_id.localeCompare(b.job_id)),
    legal: legalPages.map(({ page }) => page),
    media: new Map<string, ServedMedia>([
      ...[...media.values()].flatMap(({ url, served }) => (served ? [[url, served] as const] : [])),
      ...[...variants].map(([address, picture]) => [address, { picture }] as const),
      ...sprites,
    ]),
    pictures: {
      variants: [...variants.values()],
      hashes: new Set([...media.values()].flatMap(({ picture }) => (picture ? [picture.source.hash] : []))),
    },
    shareImages: new Map(
      [...media.values()].flatMap(({ path, url }) => {
        const name = shareImagePath.exec(path)?.[1];
        return name ? [[name, url] as const] : [];
      }),
    ),
  };
  stopIfWrong();
  const catalogue = createArticleCatalogue(
    [...summaries].flatMap(([{ id }, summary]) => (summary.draft ? [] : [{ document: id, summary }])),
    articleReader.documents,
    keptRenderings(renderMarkdown),
  );
  const version = hashOf([
    JSON.stringify({
      ...lasting,
      media: [...lasting.media.keys()],
      pictures: undefined,
      shareImages: [...lasting.shareImages],
    }),
    ...articles.flatMap(({ file, key, prepared }) => (prepared.front.draft ? [] : [file, key])),
  ]);
  return {
    version,
    at(moment): InForce<SiteContent> {
      const { from, until } = windowAround(moment.getTime(), catalogue.moments);
      const { articles, index } = catalogue.at(from);
      const since = new Date(from).toISOString();
      return {
        content: {
          ...lasting,
          version: `${version}-${since}`,
          today: since.slice(0, 10),
          articles,
          articleIndex: index,
        },
        from,
        until,
      };
    },
  };
}

/** Milliseconds of a day. */
const dayMs = 86_400_000;

/** Memory for rendered articles, bytes. They are asked for once for each rendered page; the feed asks for many. */
const renderingsBytes = 8 * 1024 * 1024;

/** Renders each text once as long as there is room. */
function keptRenderings(render: (body: string) => string): (body: string) => string {
  const kept = createByteBoundedCache<string>({ maxBytes: renderingsBytes, sizeOf: (html) => html.length * 2 });
  return (body) => {
    const known = kept.get(body);
    if (known !== undefined) return known;
    const html = render(body);
    kept.put(body, html);
    return html;
  };
}

/**
 * From when until when nothing comes or goes: articles at their moments, positions at the end of a day, in UTC.
 * @param moments ms since 1970, ascending
 */
function windowAround(now: number, moments: readonly number[]): { from: number; until: number } {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const next = moments.find((moment) => moment > now) ?? Number.POSITIVE_INFINITY;
  const last = moments.findLast((moment) => moment <= now) ?? Number.NEGATIVE_INFINITY;
  return { from: Math.max(midnight, last), until: Math.min(midnight + dayMs, next) };
}

/** The files of all articles: a folder for each category. */
async function articleFiles(directory: string, problems: ContentProblem[]): Promise<ArticleFile[]> {
  const folders = await Promise.all(
    (['success-stories', 'insights'] as const).map(async (category) => {
      const folder = `articles/${category}`;
      const names = await namesIn(directory, folder, '.md', problems);
      return names.map((name) => ({ file: `${folder}/${name}`, slug: name.slice(0, -'.md'.length), category }));
    }),
  );
  return folders.flat();
}

/**
 * The files of a folder that holds one kind of file only. What has another ending would be passed over in silence, and a
 * name that is no slug would make an address that has to be escaped: both are told.
 */
async function namesIn(
  directory: string,
  folder: string,
  extension: string,
  problems: ContentProblem[],
): Promise<string[]> {
  const names = await readdir(join(directory, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    problems.push({ file: folder, message: `is missing; it is a folder of files that end in "${extension}"` });
    return [];
  });
  const seen = names.filter((name) => !name.startsWith('.')).sort();
  const isNamedWell = (name: string) => name.endsWith(extension) && slugPattern.test(name.slice(0, -extension.length));
  for (const name of seen.filter((name) => !isNamedWell(name))) {
    problems.push({
      file: `${folder}/${name}`,
      message: `has a name that cannot be used; it takes lower-case letters, digits and single hyphens and ends in "${extension}"`,
    });
  }
  return seen.filter(isNamedWell);
}

/** Keys of one file that stand twice in it, each with its path. */
function checkKeys(source: Source, keys: readonly { path: Path; key: string }[]): ContentProblem[] {
  return checkUnique(
    keys,
    ({ key }) => key,
    ({ path }, key) => ({
      file: source.file,
      line: source.lineOf(path),
      field: describePath(path),
      message: `is "${key}", which stands in this file already`,
    }),
  );
}

const keysIn = <Field extends string>(list: string, field: Field, items: readonly Record<Field, string>[]) =>
  items.map((item, index) => ({ path: [list, index, field], key: item[field] }));

const slugOf = (source: Source) => basename(source.file).replace(/\.\w+$/u, '');
const hashOf = (parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);
/** The keys of a kind that stand in a file, each once. */
function keysOf(value: unknown, kind: string): string[] {
  const keys = new Set<string>();
  const collect: Lookup = (pointer) => {
    if (pointer.kind === kind) keys.add(pointer.key);
    return { found: undefined };
  };
  resolveReferences(value, collect, () => {});
  return [...keys];
}

const listed = (names: readonly string[]) => names.toSorted().join(', ');

function heroOf(media: MediaIndex, name: string): HeroMedia | undefined {
  const url = (cut: string, ending: string) => media.get(`heroes/${name}-${cut}.${ending}`)?.url;
  const posterOf = (cut: string) => {
    const file = media.get(`heroes/${name}-${cut}.webp`);
    const avif = url(cut, 'avif');
    return file?.size && { src: file.url, ...file.size, ...(avif ? { avif } : {}) };
  };
  const loopOf = (cut: string) => {
    const mp4 = url(cut, 'mp4');
    const webm = url(cut, 'webm');
    return mp4 && { mp4, ...(webm ? { webm } : {}) };
  };
  const [wide, tall] = [posterOf('wide'), posterOf('tall')];
  if (!wide || !tall) return undefined;
  const loop = { wide: loopOf('wide'), tall: loopOf('tall') };
  return {
    poster: { wide, tall },
    ...(loop.wide && loop.tall ? { loop: { wide: loop.wide, tall: loop.tall } } : {}),
  };
}

function logoOf(
  id: string,
  logos: readonly { id: string; name: string; href?: string | undefined }[],
  marks: ReadonlyMap<string, Mark>,
  spriteUrl: string,
): Logo | undefined {
  const entry = logos.find((item) => item.id === id);
  const mark = marks.get(id);
  if (!entry || !mark) return undefined;
  return {
    id,
    name: entry.name,
    ...(entry.href ? { href: entry.href } : {}),
    symbol: `${spriteUrl}#${id}`,
    width: mark.width,
    height: mark.height,
  };
}

/** Drawings that pages hold inline, so that they take the page's colours: whole `<svg>` elements by name. */
async function readDrawings(media: MediaIndex, problems: ContentProblem[]): Promise<Map<string, string>> {
  const drawings = new Map<string, string>();
  for (const { path, file } of media.values()) {
    const name = /^drawings\/(.+)\.svg$/u.exec(path)?.[1];
    if (!name) continue;
    const drawing = readDrawing(await readFile(file, 'utf8'));
    if (drawing)
      drawings.set(name, `<svg viewBox="${drawing.viewBox}"${drawing.paint} aria-hidden="true">${drawing.body}</svg>`);
    else
      problems.push({
        file: `media/${path}`,
        message: refusal,
      });
  }
  return drawings;
}
