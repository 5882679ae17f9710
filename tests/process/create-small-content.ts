import type { TestProject } from 'vitest/node';
import { createSmallContent } from '../harness/small-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Content directory of `smallSite`. */
    smallContent: string;
  }
}

/** Creates the content that the tests of the process share, for as long as they run. */
export default async function shareSmallContent({ provide }: TestProject): Promise<() => PromiseLike<void>> {
  const content = await createSmallContent();
  provide('smallContent', content.path);
  return () => content[Symbol.asyncDispose]();
}
