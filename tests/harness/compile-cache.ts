import { fileURLToPath } from 'node:url';

/** Where Node puts what it has compiled, for the next process or thread that runs the same modules. */
export const compileCache = fileURLToPath(new URL('../../.cache/compile-cache', import.meta.url));
