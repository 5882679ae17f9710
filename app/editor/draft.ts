import { stringify } from 'yaml';
import { z } from 'zod';
import type { Change, ContentCheck } from '../content/content-check.ts';
import type { SiteContent } from '../content/site-content.ts';
import { endsAfterItBegins } from '../features/articles/article.schema.ts';
import {
  aboutPath,
  articleHref,
  careersPath,
  contactPath,
  homePath,
  legalHref,
  listingPath,
  positionHref,
} from '../paths.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import { describeForEditor, draftMediaFolder } from './describe-problem.ts';
import { contentFolder } from './editor-configuration.ts';
import { mergeFile } from './merge-text.ts';

/** Maximum size of a draft, bytes of JSON: a photograph of 20 MB in Base64 and the text. */
export const maxDraftBytes = 28 * 1024 * 1024;

/** The current state of an entry in the editor, saved or not. */
const draftSchema = z.object({
  /** In the repository; empty for an entry that has never been saved. */
  path: z.string(),
  collection: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Chosen and not saved yet: named in `data` as `/drafts/NAME`. */
  pictures: z.array(z.object({ name: z.string().regex(/^[\w-]+\.[a-z]+$/u), content: z.base64() })).max(100),
});
type Draft = z.infer<typeof draftSchema>;

/** The input is not a draft or a commit; the message says why. */
export class InvalidDraftError extends Error {
  override readonly name = 'InvalidDraftError';
}

/** Checks the content with a draft in place of its file. @param body a draft as JSON @throws InvalidDraftError */
export async function tryDraft(body: Uint8Array, check: ContentCheck) {
  const { draft, file } = readDraft(body);
  // The editor numbers an article when it is first saved; until then, no other may have its number.
  if (!draft.path && 'id' in draft.data) draft.data.id = Number.MAX_SAFE_INTEGER;
  const { content, problems, earlier, warnings } = await check.attempt([
    { path: file, bytes: Buffer.from(textOf(file, await check.readText(file), draft.data)) },
    ...draft.pictures.map(
      (picture): Change => ({
        path: `${draftMediaFolder}/${picture.name}`,
        bytes: Buffer.from(picture.content, 'base64'),
      }),
    ),
  ]);
  const own = (found: readonly ContentProblem[]) => found.filter((problem) => problem.file === file);
  const described = (found: readonly ContentProblem[]) =>
    found.map((problem) => describeForEditor(problem, file, draft.data));
  return {
    /** The content with the draft in place of its file; undefined if it has problems, in this or in another file. */
    content,
    /** Those of the draft, and those that it makes in other files. */
    problems: described([...problems, ...own(earlier)]),
    /** Valid parts of the draft that its author has probably not intended. */
    // They compare the times of pages, and a preview ignores that of the draft.
    warnings: isAlwaysShown(draft.data) ? described(own(warnings)) : [],
    /** Path of the page that shows the draft. */
    pathIn: (shown: SiteContent) => pathOfFile(shown, file, draft.data),
  };
}

const isAlwaysShown = ({ draft, publish_at, unpublish_at }: Draft['data']) => !(draft || publish_at || unpublish_at);

function readDraft(body: Uint8Array): { draft: Draft; file: string } {
  return readRequest(body, (json) => {
    const draft = draftSchema.parse(json);
    return { draft, file: fileOf(draft) };
  });
}

/** Parses a request of the editor. @param parse throws a ZodError for anything else @throws InvalidDraftError */
export function readRequest<Request>(body: Uint8Array, parse: (json: unknown) => Request): Request {
  try {
    return parse(JSON.parse(new TextDecoder().decode(body)));
  } catch (error) {
    if (error instanceof z.ZodError) throw new InvalidDraftError(z.prettifyError(error));
    throw error instanceof SyntaxError ? new InvalidDraftError(error.message) : error;
  }
}

/** File name of an entry that is not saved yet. */
const newName = 'new-entry';

const filePattern = /^(?:[a-z-]+\/){0,2}[a-z0-9-]+\.(?:md|yaml)$/u;

/** Returns the draft's path in the content directory. The draft is only written to a copy of it. */
function fileOf({ path, collection }: Draft): string {
  const file = path.startsWith(`${contentFolder}/`)
    ? path.slice(contentFolder.length + 1)
    : `${collection.replace(/^articles-/u, 'articles/')}/${newName}.${collection === 'pages' ? 'yaml' : 'md'}`;
  return z.string().regex(filePattern).parse(file);
}

function textOf(file: string, before: string, { body = '', ...data }: Draft['data']): string {
  const front = asSaved(data) as Draft['data'];
  if (file.endsWith('.yaml')) return mergeFile(file, before, stringify(front));
  // A preview ignores the dates of publication, which are checked nevertheless.
  const { draft: _, publish_at: _from, unpublish_at: _until, ...shown } = front;
  const checked = endsAfterItBegins(front as Parameters<typeof endsAfterItBegins>[0]) ? shown : front;
  return mergeFile(file, before, `---\n${stringify(checked)}---\n\n${String(body).trim()}\n`);
}

/**
 * Trims texts, and removes empty fields and, from items of a list that was changed, the CMS's own: the editor does so when saving, and an
 * author should not read about a space that only separates the next word.
 */
function asSaved(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(asSaved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const saved = asSaved(item);
      return saved === undefined || saved === null || saved === '' || key.startsWith('__sc_') ? [] : [[key, saved]];
    }),
  );
}

/** The page that shows most of a file of the company. */
const pageOfFile = new Map([
  ['people', aboutPath],
  ['offices', contactPath],
  ['taxonomy', listingPath],
  ['careers', careersPath],
]);

/** Returns the path of the page that shows a file; the home page for what several pages show. */
function pathOfFile({ articles, pages, positions }: SiteContent, file: string, data: Draft['data']): string {
  const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]+)\.\w+$/u.exec(file) ?? [];
  if (folder.startsWith('articles/') && articles.some(({ slug }) => slug === name)) return articleHref(name);
  const position = positions.find(({ slug }) => slug === name);
  if (folder === 'positions' && position) return positionHref(position);
  if (folder === 'pages') return pages.find(({ address }) => address === data.address)?.address ?? homePath;
  if (folder === 'legal') return legalHref(name);
  return pageOfFile.get(name) ?? homePath;
}
