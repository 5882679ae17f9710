import { readFileSync } from 'node:fs';

/**
 * The largest file that a visitor may be asked to load, in bytes, by kind: a pattern of paths below content/media. The tests
 * hold every file to it.
 * @type {Readonly<Record<string, number>>}
 */
export const BUDGETS = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'));
