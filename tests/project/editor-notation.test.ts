import { expect, test } from 'vitest';
import { filesMatching, readText } from './sources.ts';

// The editor rewrites a text in its own notation as soon as it is opened. An entry in another one would be open with unsaved changes.

/** Emphasis is `_like this_`, except for a whole cell, and a table aligns no column, which the site does by itself. */
const otherNotation = /(?<![*\w\\]|\| )\*(?![*\s])[^*\n]*[^*\s]\*(?!\*)|^\|(?=.*-:)(?:[ :-]+\|)+$|^\|(?:-+\|)+$/gmu;

test('texts are in the notation of the editor', () => {
  const files = filesMatching('content/{articles,legal,positions}/**/*.md');
  expect(files.length).toBeGreaterThan(30);
  const findings = files.flatMap((file) =>
    Array.from(readText(file).matchAll(otherNotation), ([text]) => `${file}: ${text}`),
  );
  expect(findings).toEqual([]);
});
