import { z } from 'zod';
import type { Change, ContentCheck } from '../content/content-check.ts';
import { describeChange } from './describe-problem.ts';
import { readRequest } from './draft.ts';
import { contentFolder } from './editor-configuration.ts';
import { isText, mergeFile } from './merge-text.ts';

/** A path below the content folder: the check writes the file to its copy of the content. */
const pathPattern = new RegExp(String.raw`^${contentFolder}(?:/(?!\.\.?(?:/|$))[^/\\\0]+)+$`, 'u');

const repositoryPath = z.string().max(1000).regex(pathPattern);

/** Files of the repository as a commit of the editor will leave them. */
const commitSchema = z.object({
  files: z
    .array(
      z.object({
        path: repositoryPath,
        /** Former path of a renamed file. */
        from: repositoryPath.optional(),
        /** The file's text, or its bytes in Base64; without both, the commit deletes the file. */
        text: z.string().optional(),
        content: z.base64().optional(),
      }),
    )
    .max(1000),
});

export interface CheckedCommit {
  /** What would be wrong with the content after the commit and is not yet: the site would refuse it, and every later commit. */
  problems: readonly string[];
  /** The texts to commit, by path: the editor rewrites whole files, without the comments and line breaks of the former ones. */
  texts: Readonly<Record<string, string>>;
}

/** Checks a commit, with its texts merged into the former ones. @param body a commit as JSON @throws InvalidDraftError */
export async function checkCommit(body: Uint8Array, check: ContentCheck): Promise<CheckedCommit> {
  const { files } = readRequest(body, commitSchema.parse);
  const texts = new Map<string, string>();
  const changes: Change[] = [];
  for (const { path: committed, from = committed, ...file } of files) {
    const path = belowContent(committed);
    let bytes = bytesOf(file);
    if (bytes && isText(path)) {
      // The same file may have been committed before. The site may or may not have that commit, in which it may have been renamed.
      const before = texts.get(from) ?? ((await check.readText(belowContent(from))) || (await check.readText(path)));
      const text = mergeFile(path, before, bytes.toString());
      texts.set(committed, text);
      bytes = Buffer.from(text);
    }
    changes.push({ path, bytes });
  }
  const { problems } = await check.attempt(changes);
  return {
    problems: describeChange(problems, changes),
    texts: Object.fromEntries(texts),
  };
}

const belowContent = (path: string): string => path.slice(contentFolder.length + 1);

function bytesOf({ text, content }: { text?: string | undefined; content?: string | undefined }): Buffer | undefined {
  if (text !== undefined) return Buffer.from(text);
  return content === undefined ? undefined : Buffer.from(content, 'base64');
}
