import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of the browser build that pages refer to. */
export interface BrowserBuild {
  /** URL of the script that wakes the islands. */
  readonly script: string;
}

const entry = 'app/entry.client.ts';

/** In development Vite serves the sources. */
export const sourcesInDevelopment: BrowserBuild = { script: `/${entry}` };

/** Reads Vite's manifest. @param directory the browser's part of the build */
export function readBrowserBuild(directory: string): BrowserBuild {
  const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const file = manifest[entry]?.file;
  if (!file) throw new Error(`${entry} is missing in the manifest of ${directory}; run npm run build`);
  return { script: `/${file}` };
}
