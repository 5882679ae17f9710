import { mkdir, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { sharedPicturesOf } from '../harness/server.ts';
import { createSmallContent } from '../harness/small-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Content directory of `smallSite`. */
    smallContent: string;
  }
}

/** Creates the content that the tests of the process share, for as long as they run. */
export default async function shareSmallContent({ provide }: TestProject): Promise<() => Promise<void>> {
  const content = await createSmallContent();
  const pictures = sharedPicturesOf(content.path);
  await mkdir(pictures);
  provide('smallContent', content.path);
  return async () => {
    await content[Symbol.asyncDispose]();
    await rm(pictures, { recursive: true });
  };
}
