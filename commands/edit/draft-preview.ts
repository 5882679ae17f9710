import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { SiteContent } from '../../app/content/site-content.ts';
import { contentFolder, nextArticleIdOf } from '../../app/editor/editor-configuration.ts';
import { aboutPath, articleHref, homePath, positionHref } from '../../app/paths.ts';
import type { ContentProblem } from '../../app/platform/content/problem.ts';
import type { ContentStore } from '../../app/platform/content/store.ts';
import type { Change, ContentCheck } from './content-check.ts';
import { mergeMarkdown, mergeYaml } from './merge-text.ts';

/** The largest draft, bytes of JSON: a photograph of 20 MB in Base64 beside the text. */
const maxDraftBytes = 40 * 1024 * 1024;

/** Folder of the content's media for pictures that are chosen and not saved yet. It never exists on disk. */
const draftMediaFolder = 'media/drafts';

const draftSchema = z.object({
  /** In the repository; empty for an entry that has never been saved. */
  path: z.string(),
  collection: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Chosen and not saved yet: named in `data` as `/drafts/NAME`. */
  pictures: z.array(z.object({ name: z.string().regex(/^[\w-]+\.[a-z]+$/u), content: z.base64() })).max(100),
});
type Draft = z.infer<typeof draftSchema>;

/** The saved content, replaced for a time by what it would be after saving. */
export interface DraftStore extends ContentStore<SiteContent> {
  /** What is on disk, whatever is shown. */
  saved(): SiteContent;
  show(content: SiteContent): void;
}

/** @param saved the content on disk: any change of it ends the draft */
export function createDraftStore(saved: ContentStore<SiteContent>): DraftStore {
  const listeners: ((content: SiteContent) => void)[] = [];
  let draft: SiteContent | undefined;
  const notify = (content: SiteContent) => {
    for (const listener of listeners) listener(content);
  };
  saved.onChange((content) => {
    draft = undefined;
    notify(content);
  });
  return {
    current: () => draft ?? saved.current(),
    saved: saved.current,
    onChange: (listener) => void listeners.push(listener),
    show: (content) => {
      draft = content;
      notify(content);
    },
    close: saved.close,
  };
}

/**
 * The endpoint to which the editor posts what is being typed: it responds with the URL of the page on the site beside the editor and
 * with what the checker says to it, each problem with the editor's name of its field.
 */
export function draftRoutes(options: {
  contentDirectory: string;
  siteUrl: string;
  check: ContentCheck;
  store: DraftStore;
}): Hono {
  const { contentDirectory, siteUrl, check, store } = options;
  return new Hono()
    .post('/', bodyLimit({ maxSize: maxDraftBytes }), async (context) => {
      const draft = draftSchema.parse(await context.req.json());
      // The form was given its number when the editor was opened.
      if (!draft.path && 'id' in draft.data) draft.data.id = nextArticleIdOf(store.saved());
      const file = fileOf(draft);
      const before = await readFile(join(contentDirectory, file), 'utf8').catch(() => '');
      const { content, problems } = await check.attempt([
        { path: file, bytes: Buffer.from(textOf(file, before, draft.data)) },
        ...draft.pictures.map(
          ({ name, content }): Change => ({
            path: `${draftMediaFolder}/${name}`,
            bytes: Buffer.from(content, 'base64'),
          }),
        ),
      ]);
      if (content) store.show(content);
      return context.json({
        url: siteUrl + pathOfFile(store.current(), file, draft.data),
        problems: problems.map((problem) => describeForEditor(problem, file)),
      });
    })
    .onError((error, context) => {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return context.json({ message: `The draft cannot be read: ${error.message}` }, 400);
      console.error(error);
      return context.json({ message: `The page cannot be shown: ${error.message}` }, 500);
    });
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

/** The page that shows a file; the home page for a file of several pages. */
function pathOfFile({ articles, pages, positions }: SiteContent, file: string, data: Draft['data']): string {
  const [, folder = '', name = ''] = /^(?:(.*)\/)?([^/]+)\.\w+$/u.exec(file) ?? [];
  if (folder.startsWith('articles/') && articles.some(({ slug }) => slug === name)) return articleHref(name);
  const position = positions.find(({ slug }) => slug === name);
  if (folder === 'positions' && position) return positionHref(position);
  if (folder === 'pages') return pages.find(({ address }) => address === data.address)?.address ?? homePath;
  if (folder === 'legal') return `/${name}`;
  return name === 'people' || name === 'offices' ? aboutPath : homePath;
}

/**
 * A problem with the editor's name of its field: `sections.2.title`, or `body` for a line of the text. What is missing is marked as
 * such, for the editor says so by a star and on saving, and nobody wants to be blamed for an empty form.
 */
function describeForEditor({ file, line, field, message }: ContentProblem, edited: string) {
  if (file !== edited) return { message: `${file}${line === undefined ? '' : `, line ${line}`}: ${message}` };
  const keyPath = field?.replaceAll(/\[(\d+)\]/gu, '.$1') ?? (file.endsWith('.md') ? 'body' : undefined);
  const isMissing = message.startsWith('is missing');
  return { message, ...(keyPath === undefined ? {} : { keyPath }), ...(isMissing ? { isMissing } : {}) };
}
