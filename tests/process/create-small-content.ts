import { mkdir, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { sharedPicturesOf } from '../harness/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Content directory of `smallSite`. */
    smallContent: string;
  }
}

/** Creates the content that the tests of the process share, for as long as they run. */
export default async function createSmallContent({ provide }: TestProject): Promise<() => Promise<void>> {
  const content = await createContentDirectory();
  await content.edit('positions/engineer.md', 'valid_through: 2026-12-31\n', '');
  const pictures = sharedPicturesOf(content.path);
  await mkdir(pictures);
  provide('smallContent', content.path);
  return async () => {
    await content[Symbol.asyncDispose]();
    await rm(pictures, { recursive: true });
  };
}
