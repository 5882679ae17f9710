import { fileURLToPath } from 'node:url';
import { compressStaticFiles } from '../app/platform/http/static-files.ts';

// A part of `npm run build`: what browsers fetch of it, compressed as hard as can be while nobody waits.

for (const directory of ['client', 'editor'])
  await compressStaticFiles(fileURLToPath(new URL(`../build/${directory}`, import.meta.url)));
