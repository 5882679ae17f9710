import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { ArticleSummary, CategorySlug, taxonomySchema } from '../features/articles/article.schema.ts';
import type { PreparedArticle } from '../features/articles/prepare-article.server.ts';
import { articleHref } from '../paths.ts';
import { checkUnique, type LinkIndex, type Period } from '../platform/content/link-index.ts';
import { type ContentProblem, maxStoredProblems, type Wording } from '../platform/content/problem.ts';
import { type Lookup, type Path, resolveReferences } from '../platform/content/reference.ts';
import { describePath, readSource } from '../platform/content/source.ts';
import type { Tokens } from '../platform/content/tokens.ts';
import { headingIdsOf, renderMarkdown } from '../platform/html/markdown.ts';
import type { DocumentStore } from '../platform/search-index/document-store.ts';
import { dayMs } from '../shared/iso-time.ts';
import { problemsWithMentions, type TextContext } from './check-text.ts';

type Categories = z.output<typeof taxonomySchema>['categories'];

/** An article's file, found by its path. */
export interface ArticleFile {
  /** Path below the content directory. */
  file: string;
  slug: string;
  category: CategorySlug;
}

/** A validated article whose references are not resolved yet. */
export interface ArticleEntry extends ArticleFile {
  /** Id of its document. */
  id: number;
  /** Hash of its text. */
  key: string;
  prepared: PreparedArticle;
}

/** A problem of an article; its line is looked up only when it is reported. */
type Finding = { file: string; message: Wording } & ({ path: Path } | { line: number } | object);

/** Documents processed at a time, so that other requests are not blocked. */
const chunk = 2000;

export type ArticleReader = ReturnType<typeof createArticleReader>;

/** Reads articles repeatedly, and reuses results of the last reading. */
export function createArticleReader(documents: DocumentStore) {
  let known = new Map<number, { key: string; prepared: PreparedArticle }>();
  let resolved = new Map<number, ArticleSummary>();
  let pointedAt = new Map<string, string>();

  return {
    documents,

    /** Reads and validates files and replaces their tokens by facts. Problems of single files are added to `problems`. */
    async read(
      directory: string,
      files: readonly ArticleFile[],
      tokens: Tokens,
      problems: ContentProblem[],
    ): Promise<ArticleEntry[]> {
      const reading = await documents.read(
        directory,
        files.map(({ file }) => file),
        tokens,
      );
      problems.push(...reading.problems);
      const unknown = [...new Set(reading.ids)].filter((id) => id > 0 && !known.has(id));
      const next = new Map<number, { key: string; prepared: PreparedArticle }>();
      for (let start = 0; start < unknown.length; start += chunk) {
        for (const { id, key, data } of await documents.documents(unknown.slice(start, start + chunk)))
          next.set(id, { key, prepared: JSON.parse(data) });
      }
      const entries = files.flatMap((file, index) => {
        const id = reading.ids[index] ?? 0;
        const found = known.get(id) ?? next.get(id);
        if (!found) return [];
        next.set(id, found);
        return [{ ...file, id, ...found }];
      });
      known = next;
      return entries;
    },

    /** Resolves the references of articles. Wrong ones are added to `findings`, also those of drafts, before they are published. */
    async resolve(
      entries: readonly ArticleEntry[],
      [stories, insights]: Categories,
      lookup: Lookup,
      findings: Finding[],
    ): Promise<Map<ArticleEntry, ArticleSummary>> {
      const results = new Map<string, ReturnType<Lookup>>();
      const lookUp: Lookup = (reference) =>
        results.getOrInsertComputed(`${reference.kind} ${reference.key}`, () => lookup(reference));
      // Looked up on each reading even if the result is known, since a look-up registers pictures.
      for (const name of pointedAt.keys()) {
        const [kind = '', ...key] = name.split(' ');
        lookUp({ kind, key: key.join(' ') });
      }
      const same = [...pointedAt].every(([name, json]) => JSON.stringify(results.get(name)) === json);
      const summaries = new Map<ArticleEntry, ArticleSummary>();
      const byId = new Map<number, ArticleSummary>();
      for (const [index, entry] of entries.entries()) {
        if (index % chunk === chunk - 1) await setImmediate();
        const { file, slug, prepared } = entry;
        const before = same ? resolved.get(entry.id) : undefined;
        const category = entry.category === 'success-stories' ? stories : insights;
        const foundBefore = findings.length;
        const { slug: categorySlug, name } = before?.category ?? {};
        const summary =
          before?.slug === slug && categorySlug === category.slug && name === category.name
            ? before
            : {
                ...resolveReferences(prepared.front, lookUp, (path, message) => findings.push({ file, path, message })),
                slug,
                category,
                readTime: prepared.readTime,
              };
        summaries.set(entry, summary);
        // The next reading reports a wrong reference again.
        if (findings.length === foundBefore) byId.set(entry.id, summary);
      }
      pointedAt = new Map(Array.from(results, ([name, result]) => [name, JSON.stringify(result)]));
      resolved = byId;
      return summaries;
    },
  };
}

/** Reports ids and slugs, current and former, that several articles share. */
export function checkArticlesUnique(entries: readonly ArticleEntry[]): Finding[] {
  const nextId = 1 + entries.reduce((highest, { prepared }) => Math.max(highest, prepared.front.id), 0);
  return [
    ...checkUnique(
      entries,
      ({ prepared }) => prepared.front.id,
      ({ file, prepared }, first): Finding => ({
        file,
        path: ['id'],
        message: `is ${prepared.front.id}, as in ${first.file}; every article needs a unique number: give the newer one ${nextId}`,
      }),
    ),
    ...checkUnique(
      entries.flatMap(({ file, slug, prepared }) => [
        { file, slug, path: undefined },
        ...prepared.front.former_slugs.map((former, index) => ({ file, slug: former, path: ['former_slugs', index] })),
      ]),
      ({ slug }) => slug,
      ({ file, path, slug }, first): Finding => ({
        file,
        ...(path ? { path } : {}),
        message: `"${slug}" is ${first.path ? 'a former slug' : 'the slug'} of ${first.file} already`,
      }),
    ),
  ];
}

/** Adds the paths of articles to the index, with their anchors if a link refers to one. */
export async function indexArticles(
  linkIndex: LinkIndex,
  entries: readonly ArticleEntry[],
  otherTexts: readonly string[],
  documents: DocumentStore,
): Promise<void> {
  const wanted = new Set<string>();
  const want = (text: string) => {
    // Matches without an anchor too: otherwise a long text is searched for one from each path.
    for (const [, slug = '', mark] of text.matchAll(/\/single\/([a-z0-9-]+)\/[^#\s"')]*(#?)/gu))
      if (mark) wanted.add(slug);
  };
  for (const text of otherTexts) want(text);
  for (const { slug, prepared } of entries) {
    for (const { name } of prepared.links) name.startsWith('#') ? wanted.add(slug) : want(name);
  }
  for (const { file, slug, id, prepared } of entries) {
    const { draft, former_slugs } = prepared.front;
    for (const former of former_slugs) linkIndex.addRedirect(articleHref(former), articleHref(slug));
    if (draft) {
      linkIndex.addNotice(articleHref(slug), `${file} is a draft`);
      continue;
    }
    const body = [slug, ...former_slugs].some((name) => wanted.has(name)) ? await documents.body(id) : undefined;
    linkIndex.add(
      articleHref(slug),
      body === undefined ? [] : headingIdsOf(renderMarkdown(body)),
      periodOf(prepared.front),
    );
  }
}

const periodOf = ({ publish_at, unpublish_at }: PreparedArticle['front']): Period => ({
  from: publish_at === undefined ? undefined : Date.parse(publish_at),
  until: unpublish_at === undefined ? undefined : Date.parse(unpublish_at),
});

/** Reports links without a target and missing pictures in the texts of articles. */
export function checkArticleTexts(
  entries: readonly ArticleEntry[],
  {
    warnings,
    ...context
  }: Pick<TextContext, 'linkIndex' | 'problemWithPicture' | 'now'> & { warnings: ContentProblem[] },
): Finding[] {
  return entries.flatMap(({ file, slug, prepared }) => {
    // A draft has no page yet, so links to its own anchors cannot be checked.
    const links = prepared.front.draft ? prepared.links.filter(({ name }) => !name.startsWith('#')) : prepared.links;
    return problemsWithMentions(
      { ...prepared, links },
      {
        ...context,
        here: articleHref(slug),
        shown: periodOf(prepared.front),
        warn: (warning) => warnings.push({ file, ...warning }),
      },
    ).map((problem): Finding => ({ file, ...problem }));
  });
}

/** Returns warnings about articles with a date after their publication, which an author may expect the date to delay. */
export const warningsAboutDates = (entries: readonly ArticleEntry[], now: number): Finding[] =>
  entries.flatMap(({ file, prepared: { front } }) => {
    const { from = now } = periodOf(front);
    // East of Greenwich a day begins before it does in UTC.
    if (front.draft || Date.parse(front.date) <= Math.max(from, now) + dayMs) return [];
    const message = `is ${front.date}, but the article is live before that day; "publish_at" delays it`;
    return [{ file, path: ['date'], message }];
  });

/** Width below which a picture is blurred as a banner on every screen, px. */
const minBannerWidth = 400;

/** Returns warnings about banners that are too small, such as thumbnails from a web page. Drawings have no pixels. */
export const warningsAboutBanners = (summaries: ReadonlyMap<ArticleEntry, ArticleSummary>): Finding[] =>
  [...summaries].flatMap(([{ file }, { banner }]) => {
    // Absent where something is wrong.
    if (!banner || banner.src.endsWith('.svg') || banner.width >= minBannerWidth) return [];
    const message = `has only ${banner.width} × ${banner.height} pixels and looks blurred; use a picture at least ${minBannerWidth}, better 1,600 pixels wide`;
    return [{ file, path: ['banner'], message }];
  });

/** Converts findings to problems, with the lines of as many as are reported. */
export async function locate(directory: string, findings: readonly Finding[]): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  for (const finding of findings) {
    if (!('path' in finding)) {
      problems.push(finding);
      continue;
    }
    const { file, path, message } = finding;
    const isReported = problems.length < maxStoredProblems;
    // Reading and parsing a file is synchronous.
    if (isReported) await setImmediate();
    const source = isReported ? await readSource(directory, file, []) : undefined;
    problems.push({ file, line: source?.lineOf(path), field: describePath(path), message });
  }
  return problems;
}
