import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const entry = 'app/entry.client.ts';

/**
 * Returns the URL of the script that wakes the islands, from Vite's manifest.
 * @param directory the browser's part of the build; in development there is none, and Vite serves the sources
 */
export function scriptOf(directory: string | undefined): string {
  if (directory === undefined) return `/${entry}`;
  const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const file = manifest[entry]?.file;
  if (!file) throw new Error(`${entry} is missing in the manifest of ${directory}; run npm run build`);
  return `/${file}`;
}
