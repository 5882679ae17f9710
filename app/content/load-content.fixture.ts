import { expect, onTestFinished } from 'vitest';
import { ContentError, type ContentProblem } from '../platform/content/problem.ts';
import { createContentDirectory } from './content-directory.fixture.ts';
import { loadContent } from './load-content.ts';

export const siteUrl = 'https://acme.example';

/** Creates valid content for one test, removed when the test ends. */
export async function contentDirectory() {
  const directory = await createContentDirectory();
  onTestFinished(() => directory[Symbol.asyncDispose]());
  return directory;
}

/** Returns the problems of invalid content. @param reading of it; by default a new one */
export async function problemsOf(
  path: string,
  reading: Promise<unknown> = loadContent(path, siteUrl),
): Promise<readonly ContentProblem[]> {
  const error = await reading.then(
    () => expect.fail('The content was accepted'),
    (error: unknown) => error,
  );
  if (!(error instanceof ContentError)) throw error;
  return error.problems;
}
