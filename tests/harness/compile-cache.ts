import { fileURLToPath } from 'node:url';

/** The directory of Node's compile cache, which the next process or thread with the same modules uses. */
export const compileCache = fileURLToPath(new URL('../../.cache/compile-cache', import.meta.url));
