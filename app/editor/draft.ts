import { stringify } from 'yaml';
import { z } from 'zod';
import type { Change, ContentCheck } from '../content/content-check.ts';
import type { SiteContent } from '../content/site-content.ts';
import { aboutPath, articleHref, homePath, positionHref } from '../paths.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import { contentFolder } from './editor-configuration.ts';
import { mergeMarkdown, mergeYaml } from './merge-text.ts';

/** The largest draft, bytes of JSON: a photograph of 20 MB in Base64 beside the text. */
export const maxDraftBytes = 28 * 1024 * 1024;

/** Folder of the content's media for pictures that are chosen and not saved yet. It never exists among the content's own files. */
const draftMediaFolder = 'media/drafts';

/** An entry as it stands in the editor, saved or not. */
const draftSchema = z.object({
  /** In the repository; empty for an entry that has never been saved. */
  path: z.string(),
  collection: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Chosen and not saved yet: named in `data` as `/drafts/NAME`. */
  pictures: z.array(z.object({ name: z.string().regex(/^[\w-]+\.[a-z]+$/u), content: z.base64() })).max(100),
});
type Draft = z.infer<typeof draftSchema>;

/** A problem with the editor's name of its field: `sections.2.title`, or `body` for a line of the text. */
export interface DraftProblem {
  message: string;
  keyPath?: string;
  /** Whether something is not filled in yet. */
  isMissing?: boolean;
}

/** What becomes of a draft. */
export interface TriedDraft {
  /** With the draft in the place of its file; absent where something is wrong. */
  content: SiteContent | undefined;
  problems: DraftProblem[];
  /** Where the draft is seen. */
  pathIn(content: SiteContent): string;
}

/**
 * Checks what the content would be with a draft in the place of its file.
 * @param input of `draftSchema`
 * @param options.readText the text of a content file as it is now; empty where there is none
 * @throws ZodError for what is not a draft
 */
export async function tryDraft(
  input: unknown,
  {
    check,
    nextArticleId,
    readText,
  }: { check: ContentCheck; nextArticleId: number; readText: (file: string) => Promise<string> },
): Promise<TriedDraft> {
  const draft = draftSchema.parse(input);
  // The form was given its number when the editor was opened.
  if (!draft.path && 'id' in draft.data) draft.data.id = nextArticleId;
  const file = fileOf(draft);
  const { content, problems } = await check.attempt([
    { path: file, bytes: Buffer.from(textOf(file, await readText(file), draft.data)) },
    ...draft.pictures.map(
      (picture): Change => ({
        path: `${draftMediaFolder}/${picture.name}`,
        bytes: Buffer.from(picture.content, 'base64'),
      }),
    ),
  ]);
  return {
    content,
    problems: problems.map((problem) => describeForEditor(problem, file)),
    pathIn: (shown) => pathOfFile(shown, file, draft.data),
  };
}

/** Name of an entry that has none yet. */
const newName = 'new-entry';

const filePattern = /^(?:[a-z-]+\/){0,2}[a-z0-9-]+\.(?:md|yaml)$/u;

/** The file of a draft below the content directory. It is laid out elsewhere, and never written into the content. */
function fileOf({ path, collection }: Draft): string {
  const file = path.startsWith(`${contentFolder}/`)
    ? path.slice(contentFolder.length + 1)
    : `${collection.replace(/^articles-/u, 'articles/')}/${newName}.${collection === 'pages' ? 'yaml' : 'md'}`;
  return z.string().regex(filePattern).parse(file);
}

function textOf(file: string, before: string, { body = '', ...data }: Draft['data']): string {
  const front = withoutEmpties(data) as Draft['data'];
  if (file.endsWith('.yaml')) return mergeYaml(before, stringify(front));
  // The page is shown as it will be on its day.
  const { draft: _, publish_at: _from, unpublish_at: _until, ...shown } = front;
  return mergeMarkdown(before, `---\n${stringify(shown)}---\n\n${String(body).trim()}\n`);
}

/** Without fields that are left empty, which the editor does not write either. */
function withoutEmpties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpties);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined || item === null || item === '' ? [] : [[key, withoutEmpties(item)]],
    ),
  );
}

/** Where a file is seen; the home page for what stands on several. */
function pathOfFile({ articles, pages, positions }: SiteContent, file: string, data: Draft['data']): string {
  const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]+)\.\w+$/u.exec(file) ?? [];
  if (folder.startsWith('articles/') && articles.some(({ slug }) => slug === name)) return articleHref(name);
  const position = positions.find(({ slug }) => slug === name);
  if (folder === 'positions' && position) return positionHref(position);
  if (folder === 'pages') return pages.find(({ address }) => address === data.address)?.address ?? homePath;
  if (folder === 'legal') return `/${name}`;
  return name === 'people' || name === 'offices' ? aboutPath : homePath;
}

/** What is missing is marked as such, for the editor says so by a star and on saving, and nobody wants to be blamed for an empty form. */
function describeForEditor({ file, line, field, message }: ContentProblem, edited: string): DraftProblem {
  if (file !== edited) return { message: `${file}${line === undefined ? '' : `, line ${line}`}: ${message}` };
  const keyPath = field?.replaceAll(/\[(\d+)\]/gu, '.$1') ?? (file.endsWith('.md') ? 'body' : undefined);
  const isMissing = message.startsWith('is missing');
  return { message, ...(keyPath === undefined ? {} : { keyPath }), ...(isMissing ? { isMissing } : {}) };
}
