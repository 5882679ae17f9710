import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the data directories of all sites. */
    siteData: string;
  }
}

/** Removes the data of the sites that the tests share, too: Vitest kills its processes, so they cannot. */
export default async function createDataFolder({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sites-'));
  provide('siteData', folder);
  return () => rm(folder, { recursive: true, maxRetries: 5 });
}
