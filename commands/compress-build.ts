import { fileURLToPath } from 'node:url';
import { compressStaticFiles } from '../app/platform/http/static-files.ts';

// Part of `npm run build`: precompresses the files that browsers fetch, at the highest level.

for (const directory of ['client', 'editor'])
  await compressStaticFiles(fileURLToPath(new URL(`../build/${directory}`, import.meta.url)));
