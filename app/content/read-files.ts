import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { z } from 'zod';
import { taxonomySchema } from '../features/articles/article.schema.ts';
import { careersSchema, positionSchema } from '../features/careers/position.schema.ts';
import { legalSchema } from '../features/legal/legal.schema.ts';
import { legalParts } from '../features/legal/legal-parts.ts';
import { logosSchema } from '../features/pages/logos.schema.ts';
import { officesFileSchema } from '../features/pages/offices.schema.ts';
import { pageSchema } from '../features/pages/page.schema.ts';
import { peopleSchema } from '../features/pages/people.schema.ts';
import { companyTokens } from '../features/site/company-tokens.ts';
import { siteSchema } from '../features/site/site.schema.ts';
import { mailSchema } from '../features/submissions/mail/mail.schema.ts';
import { legalHref } from '../paths.ts';
import { slugPattern } from '../platform/content/fields.ts';
import { ContentError, type ContentProblem, type Wording } from '../platform/content/problem.ts';
import { UnreadableFileError, unreadable } from '../platform/content/read-text.ts';
import {
  lineInBody,
  parseSource,
  parseWith,
  readSource,
  readText,
  refusing,
  type Source,
} from '../platform/content/source.ts';
import { fillSource, linksAsPaths, type Tokens } from '../platform/content/tokens.ts';
import { isIgnoredFile } from '../platform/files/files-below.ts';
import { problemsOfCostly } from '../platform/search-index/try-markdown.ts';
import { slugOf as textSlug } from '../shared/slug.ts';
import type { ArticleFile, ArticleReader } from './articles.ts';
import type { ReadingMemory } from './reading-memory.ts';

/** The validated data of a file, and its source. */
export interface Entry<T> {
  source: Source;
  value: T;
}

/** Every file of the content directory, validated separately; references are not resolved. */
export type ContentFiles = Awaited<ReturnType<typeof readFiles>>;

/**
 * Reads everything in the content directory except its media. @throws ContentError if there are problems
 * @param problems problems are added, so that all of them are reported at once
 */
export async function readFiles(
  {
    directory,
    siteUrl,
    articleReader,
    memory,
  }: { directory: string; siteUrl: string; articleReader: ArticleReader; memory: ReadingMemory },
  problems: ContentProblem[],
) {
  const one = async <S extends z.ZodType>(
    file: string,
    schema: S,
    known: Tokens,
  ): Promise<Entry<z.output<S>> | undefined> => {
    const text = readText(join(directory, file), file, problems);
    if (text === undefined) return undefined;
    // Tried before anything here parses it: the replacement of links to this site does.
    const refusals = extname(file) === '.md' ? await problemsOfCostly(file, text) : [];
    problems.push(...refusals);
    if (refusals.length > 0) return undefined;
    const checked = memory.recall(file, JSON.stringify([text, known]), () => checkText(file, text, schema, known));
    problems.push(...checked.problems);
    return checked.entry;
  };
  const many = async <S extends z.ZodType>(
    folder: string,
    extension: string,
    schema: S,
    { mayBeAbsent = false }: { mayBeAbsent?: boolean } = {},
  ): Promise<Entry<z.output<S>>[]> => {
    const names = await namesIn(directory, { folder, extension, mayBeAbsent }, problems);
    const entries = await Promise.all(names.map((name) => one(`${folder}/${name}`, schema, tokens)));
    return entries.filter((entry) => entry !== undefined);
  };

  await checkNames(directory, problems);
  const tokens = companyTokens((await readSource(directory, 'site.yaml', []))?.data, siteUrl);
  const [site, mail, people, logos, offices, taxonomy, careers, pages, articles, positions, legal] = await Promise.all([
    one('site.yaml', siteSchema, tokens),
    // The reference of a submission is known only when its mail is sent; its token is preserved until then.
    one('mail.yaml', mailSchema, { ...tokens, reference: '{reference}' }),
    one('people.yaml', peopleSchema, tokens),
    one('logos.yaml', logosSchema, tokens),
    one('offices.yaml', officesFileSchema, tokens),
    one('taxonomy.yaml', taxonomySchema, tokens),
    one('careers.yaml', careersSchema, tokens),
    many('pages', '.yaml', pageSchema),
    articleFiles(directory, problems).then((files) => articleReader.read(directory, files, tokens, problems)),
    many('positions', '.md', positionSchema, { mayBeAbsent: true }),
    many('legal', '.md', legalSchema),
  ]);
  if (problems.length > 0) throw new ContentError(problems);
  if (!site || !mail || !people || !logos || !offices || !taxonomy || !careers) throw new ContentError(problems);

  const legalPages = legal.flatMap(({ source, value }) => {
    const { file, body } = source;
    const split = refusing(file, problems, () =>
      memory.recall(`parts of ${file}`, body, () => {
        const wrong: { message: Wording; text: string }[] = [];
        return { parts: legalParts(body, (message, text) => wrong.push({ message, text })), wrong };
      }),
    );
    if (!split) return [];
    problems.push(...split.wrong.map(({ message, text }) => ({ file, line: lineInBody(source, text), message })));
    return [{ source, page: { ...value, address: legalHref(slugOf(source)), parts: split.parts } }];
  });
  return { site, mail, people, logos, offices, taxonomy, careers, pages, articles, positions, legalPages };
}

function checkText<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  tokens: Tokens,
): { entry: Entry<z.output<Schema>> | undefined; problems: readonly ContentProblem[] } {
  const problems: ContentProblem[] = [];
  const read = parseSource(file, text, problems);
  const source = read && fillSource(read, tokens, problems);
  const value = source && parseWith(schema, source, problems);
  if (!source || value === undefined) return { entry: undefined, problems };
  const linked = refusing(file, problems, () => linksAsPaths(value, tokens));
  return { entry: linked === undefined ? undefined : { source, value: linked }, problems };
}

/** Returns the name of a file without its extension, the slug in its path. */
export const slugOf = (source: Source) => basename(source.file).replace(/\.\w+$/u, '');

/** The folders of `content/articles`. */
const articleCategories = ['success-stories', 'insights'] as const;

/** Entries of the content directory itself. */
const allowedEntries = [
  ...['site', 'mail', 'people', 'logos', 'offices', 'taxonomy', 'careers'].map((name) => `${name}.yaml`),
  ...['pages', 'articles', 'positions', 'legal', 'media'],
];

/** Reports unknown files and folders, whose content would otherwise silently appear on no page. */
async function checkNames(directory: string, problems: ContentProblem[]): Promise<void> {
  const unknown = async (folder: string, known: readonly string[], message: string) => {
    const names = await readdir(join(directory, folder)).catch(() => []);
    for (const name of names.filter((name) => !isIgnoredFile(name) && !known.includes(name)).sort())
      problems.push({ file: folder ? `${folder}/${name}` : name, message });
  };
  await unknown('', allowedEntries, `is not part of the content, which contains ${allowedEntries.join(', ')}`);
  await unknown(
    'articles',
    articleCategories,
    `is in no category; move it to ${articleCategories.map((category) => `articles/${category}`).join(' or ')}`,
  );
}

/** Lists the files of all articles: a folder for each category. */
async function articleFiles(directory: string, problems: ContentProblem[]): Promise<ArticleFile[]> {
  const folders = await Promise.all(
    articleCategories.map(async (category) => {
      const folder = `articles/${category}`;
      const names = await namesIn(directory, { folder, extension: '.md', mayBeAbsent: true }, problems);
      return names.map((name) => ({ file: `${folder}/${name}`, slug: name.slice(0, -'.md'.length), category }));
    }),
  );
  return folders.flat();
}

/** Lists the files of a folder with only one type of file. Reports other extensions, and names that are not slugs. */
async function namesIn(
  directory: string,
  { folder, extension, mayBeAbsent }: { folder: string; extension: string; mayBeAbsent: boolean },
  problems: ContentProblem[],
): Promise<string[]> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // Version control does not store empty folders.
      if (error.code === 'ENOENT' && mayBeAbsent) return [];
      const reason = error.code === 'ENOTDIR' ? new UnreadableFileError('is not a folder') : unreadable(error);
      if (!(reason instanceof UnreadableFileError)) throw error;
      problems.push({ file: folder, message: `${reason.message}; it is a folder of files that end in "${extension}"` });
      return [];
    },
  );
  const seen = entries.filter(({ name }) => !isIgnoredFile(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isNamedWell = (name: string) => name.endsWith(extension) && slugPattern.test(name.slice(0, -extension.length));
  for (const entry of seen.filter(({ name }) => !isNamedWell(name))) {
    const { name } = entry;
    const slug = textSlug(basename(name.toLowerCase(), extension));
    const example = slug && name.toLowerCase().endsWith(extension) ? `, such as "${slug}${extension}"` : '';
    problems.push({
      file: `${folder}/${name}`,
      message: entry.isDirectory()
        ? `is a folder; move its files to ${folder}, which contains no folders`
        : `has a name that cannot be used; it takes lower-case letters, digits and single hyphens and ends in "${extension}"${example}. If it is a copy, delete it`,
    });
  }
  return seen.map(({ name }) => name).filter(isNamedWell);
}
