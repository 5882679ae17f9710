import { createHash } from 'node:crypto';
import { lstat, readFile, realpath, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getMimeType } from 'hono/utils/mime';
import PQueue from 'p-queue';
import { z } from 'zod';
import type { Change, ContentCheck } from '../../app/content/content-check.ts';
import { describeChange } from '../../app/editor/describe-problem.ts';
import { contentFolder } from '../../app/editor/editor-configuration.ts';
import { isText, mergeFile } from '../../app/editor/merge-text.ts';
import { ignoreMissing } from '../../app/platform/files/file-store.ts';
import { filesBelow } from '../../app/platform/files/files-below.ts';
import { writeContentFile } from '../content/write-content-file.ts';

/** Name of the repository in the editor, which requires one. */
export const repositoryName = 'local/content';
const branch = 'main';

/** Maximum size of a save request, bytes of JSON: a photograph of 20 MB in Base64 and the file that refers to it. */
const maxRequestBytes = 40 * 1024 * 1024;

const requestLimit = {
  maxSize: maxRequestBytes,
  onError: (context: Context) =>
    context.json(
      { message: 'The files are too large to be saved together; save them one by one, pictures of at most 20 MB' },
      413,
    ),
};

/** File extensions that the editor may write. */
const writable = /\.(?:md|yaml|jpe?g|png|webp|avif|svg|pdf)$/iu;

const changeSchema = z.object({
  files: z
    .array(
      z.object({
        operation: z.enum(['create', 'update', 'delete']),
        path: z.string(),
        content: z.base64().optional(),
        from_path: z.string().optional(),
        sha: z.string().optional(),
      }),
    )
    .min(1)
    .max(100),
});

type FileChanges = z.infer<typeof changeSchema>['files'];

interface WorkingCopyOptions {
  directory: string;
  check: ContentCheck;
  /** Origin of the site beside the editor. Links to it that an author pasted become links to a path. */
  siteUrl: string;
}

/** A refused request, whose message the editor shows. */
class RefusedRequest extends Error {
  readonly status: 400 | 404 | 409 | 422;

  constructor(status: 400 | 404 | 409 | 422, message: string) {
    super(message);
    this.status = status;
  }
}

/** Serves the content directory through the part of the Gitea 1.24 API that the editor uses. The checker may refuse a change. */
export function createLocalRepository(options: WorkingCopyOptions): Hono {
  const copy = createWorkingCopy(options);
  const api = new Hono();
  const repository = `/repos/${repositoryName}`;
  api.get('/version', (context) => context.json({ version: '1.24.0' }));
  api.get('/settings/api', (context) => context.json({ default_paging_num: 1000, max_response_items: 1000 }));
  api.get('/user', (context) => context.json({ id: 1, full_name: 'You', login: 'you', email: '' }));
  api.get(repository, (context) => context.json({ permissions: { pull: true, push: true }, default_branch: branch }));
  api.get(`${repository}/branches/${branch}`, async (context) =>
    context.json({ commit: { id: await copy.commit(), message: 'As it is on disk' } }),
  );
  api.get(`${repository}/commits`, (context) => context.json([]));
  api.get(`${repository}/git/trees/:name`, async (context) =>
    context.json({ tree: await Array.fromAsync(copy.blobs()), truncated: false }),
  );
  api.post(`${repository}/file-contents`, bodyLimit(requestLimit), async (context) => {
    const { files } = z.object({ files: z.array(z.string()).max(10_000) }).parse(await context.req.json());
    const contents = files.map(async (path) => {
      const bytes = await copy.read(path);
      return bytes ? { path, encoding: 'base64', content: bytes.toString('base64'), sha: blobHash(bytes) } : null;
    });
    return context.json(await Promise.all(contents));
  });
  for (const kind of ['raw', 'media']) {
    api.get(`${repository}/${kind}/*`, async (context) => {
      const path = decodeURIComponent(new URL(context.req.url).pathname).replace(
        /^.*?\/(?:raw|media)\/(?:main\/)?/u,
        '',
      );
      const bytes = await copy.read(path);
      if (!bytes) throw new RefusedRequest(404, `${path} does not exist`);
      return context.body(new Uint8Array(bytes), 200, {
        'Content-Type': getMimeType(path) ?? 'text/plain; charset=utf-8',
      });
    });
  }
  api.post(`${repository}/contents`, bodyLimit(requestLimit), async (context) => {
    const { files } = changeSchema.parse(await context.req.json());
    const saved = await copy.save(files);
    return context.json({ commit: { sha: await copy.commit(), created: new Date().toISOString() }, files: saved }, 201);
  });
  api.onError((error, context) => {
    if (error instanceof RefusedRequest) return context.json({ message: error.message }, error.status);
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return context.json({ message: `The request cannot be read: ${error.message}` }, 400);
    console.error(error);
    return context.json({ message: `It could not be saved: ${error.message}` }, 500);
  });
  return api;
}

/** The content directory as the files of a repository. */
function createWorkingCopy({ directory, check, siteUrl }: WorkingCopyOptions) {
  const known = new Map<string, { state: string; sha: string }>();
  const saving = new PQueue({ concurrency: 1 });

  const blobOf = async (file: string) => {
    const { mtimeMs, size, ino } = await stat(file);
    const state = `${mtimeMs} ${size} ${ino}`;
    const before = known.get(file);
    const sha = before?.state === state ? before.sha : blobHash(await readFile(file));
    known.set(file, { state, sha });
    return {
      type: 'blob',
      path: `${contentFolder}/${relative(directory, file).split(sep).join('/')}`,
      sha,
      size,
      state,
    };
  };

  async function* blobs(options: Parameters<typeof filesBelow>[1] = {}) {
    for await (const file of filesBelow(directory, options)) {
      // Missing if a program that saves has renamed it, or `git pull` removed it, since it was listed.
      const blob = await blobOf(file).catch(ignoreMissing);
      if (blob) yield blob;
    }
  }

  const read = async (path: string): Promise<Buffer | undefined> => {
    const file = join(directory, await pathBelow(directory, path));
    return readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
      throw error;
    });
  };

  const changesOf = async (files: FileChanges): Promise<Change[]> => {
    const changes: Change[] = [];
    for (const { operation, path: repositoryPath, content, from_path, sha } of files) {
      const path = await pathBelow(directory, repositoryPath);
      if (!writable.test(path)) throw new RefusedRequest(422, `${path} has an ending that the editor does not write`);
      const source = from_path ? await pathBelow(directory, from_path) : path;
      const before = await read(`${contentFolder}/${source}`);
      if (sha && before && blobHash(before) !== sha)
        throw new RefusedRequest(409, `${path} was changed by somebody else meanwhile; reload the editor`);
      const isNew = operation === 'create';
      const next = Buffer.from(content ?? '', 'base64');
      const bytes = operation === 'delete' ? undefined : merged(path, isNew ? undefined : before, next, siteUrl);
      const present = source === path ? before : await read(`${contentFolder}/${path}`);
      // The file has appeared since the editor loaded its list, and is not the same one sent again.
      if ((isNew || source !== path) && present && !bytes?.equals(present))
        throw new RefusedRequest(409, `${path} was added by somebody else meanwhile; reload the editor`);
      changes.push({ path, bytes });
      if (source !== path) changes.push({ path: source, bytes: undefined });
    }
    return changes;
  };

  const write = async (files: FileChanges) => {
    const changes = await changesOf(files);
    const { problems } = await check.attempt(changes);
    if (problems.length > 0)
      throw new RefusedRequest(
        422,
        ['Nothing was changed. Please correct first:', ...describeChange(problems, changes)].join('\n• '),
      );
    // Pictures before the texts that show them, and deletions last: the site may read the files in between.
    const turnOf = ({ path, bytes }: Change) => (bytes ? Number(isText(path)) : 2);
    for (const { path, bytes } of changes.toSorted((one, other) => turnOf(one) - turnOf(other))) {
      if (bytes) await writeContentFile(directory, path, bytes);
      else await rm(join(directory, path), { force: true });
    }
    return changes.map(({ path, bytes }) => ({
      path: `${contentFolder}/${path}`,
      sha: bytes ? blobHash(bytes) : '',
    }));
  };

  return {
    /**
     * Returns a name of the current state of all files: the editor loads them again, and warns of conflicts, when it has changed. Not of
     * their content alone: after a file had been restored, the editor would trust what it had stored of the state in between. Of a file
     * that has been written and deleted again, only its folder has a trace.
     */
    commit: async () => {
      const hash = createHash('sha1');
      const folders: string[] = [];
      const onFolder = (folder: string) => folders.push(folder);
      for await (const { path, state } of blobs({ onFolder })) hash.update(`${path} ${state}\n`);
      for (const folder of folders) hash.update(`${(await stat(folder)).mtimeMs}\n`);
      return hash.digest('hex');
    },
    blobs,
    /** Returns the bytes of a file by its path in the repository; undefined if there is none. */
    read,
    /** Writes changes if the checker finds no new problem; concurrent saves take turns. */
    save: (files: FileChanges) => saving.add(() => write(files)),
  };
}

/** Returns the bytes to write: of a text, those of the former file with the new values. */
const merged = (path: string, before: Buffer | undefined, next: Buffer, siteUrl: string): Buffer =>
  isText(path)
    ? Buffer.from(mergeFile(path, before?.toString() ?? '', next.toString().replaceAll(`${siteUrl}/`, '/')))
    : next;

/** Converts a repository path to one below the content directory. @throws RefusedRequest for any other, also through a symbolic link */
async function pathBelow(directory: string, path: string): Promise<string> {
  const [first, ...parts] = path.split('/');
  const isPlain = parts.length > 0 && parts.every((part) => /^[^\\\0.][^\\\0]*$/u.test(part));
  if (first !== contentFolder || !isPlain)
    throw new RefusedRequest(400, `${JSON.stringify(path)} is not a file below ${contentFolder}/`);
  const real = await realpath(directory);
  let folder = real;
  for (const part of parts) {
    folder = join(folder, part);
    const found = await lstat(folder).catch(() => undefined);
    if (!found) break;
    if (found.isSymbolicLink()) throw new RefusedRequest(400, `${path} leads over a symbolic link`);
  }
  return parts.join('/');
}

/** Returns git's object name of a file's bytes. */
const blobHash = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
