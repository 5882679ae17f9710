import { expect, test } from 'vitest';
import { filesMatching, readText } from './sources.ts';

// A page calls an island by a name, and its script is found by the same: neither may be without the other.

/** What each match holds in its first group, in order. */
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name).sort();

const components = filesMatching('app/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map(readText)
  .join('\n');

test('every island of a page has a script, and every script an island', () => {
  const used = namesIn(components, /<Island\s[^>]*?\bname="([^"]+)"/gu);
  const loaded = namesIn(readText('app/islands.ts'), /^\s*\[\s*'([^']+)',/gmu);
  expect(loaded.length).toBeGreaterThan(0);
  expect(new Set(loaded).size, 'each once').toBe(loaded.length);
  expect([...new Set(used)]).toEqual(loaded);
});

test('the name of an island is a literal in the source', () => {
  const calls = components.match(/<Island\b/gu) ?? [];
  const named = components.match(/<Island\s[^>]*?\bname="/gu) ?? [];
  expect(named.length).toBe(calls.length);
});
