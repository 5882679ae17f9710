import { z } from 'zod';
import type { ContentCheck } from '../content/content-check.ts';
import { type DraftProblem, describeToAuthor, readRequest } from './draft.ts';
import { contentFolder } from './editor-configuration.ts';

/** A path below the content folder: the check writes the file to its copy of the content. */
const pathPattern = new RegExp(String.raw`^${contentFolder}(?:/(?!\.\.?(?:/|$))[^/\\\0]+)+$`, 'u');

/** Files of the repository as a commit of the editor will leave them. */
const commitSchema = z.object({
  files: z
    .array(
      z.object({
        path: z.string().max(1000).regex(pathPattern),
        /** The file's text, or its bytes in Base64; without both, the commit deletes the file. */
        text: z.string().optional(),
        content: z.base64().optional(),
      }),
    )
    .max(1000),
});

/**
 * Returns what would be wrong with the content after a commit and is not yet: the site would refuse it, and every later commit.
 * @param body a commit as JSON @throws InvalidDraftError
 */
export async function problemsOfCommit(body: Uint8Array, check: ContentCheck): Promise<DraftProblem[]> {
  const { files } = readRequest(body, commitSchema.parse);
  const changes = files.map(({ path, ...file }) => ({
    path: path.slice(contentFolder.length + 1),
    bytes: bytesOf(file),
  }));
  const { problems } = await check.attempt(changes);
  return problems.map((problem) => ({ message: describeToAuthor(problem) }));
}

function bytesOf({ text, content }: { text?: string | undefined; content?: string | undefined }): Buffer | undefined {
  if (text !== undefined) return Buffer.from(text);
  return content === undefined ? undefined : Buffer.from(content, 'base64');
}
