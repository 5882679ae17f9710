import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

// The editor rewrites a text in its own notation as soon as it is opened. An entry in another one would be open with unsaved changes.

/** Emphasis is `_like this_`, except for a whole cell, and a table aligns no column, which the site does by itself. */
const otherNotation = /(?<![*\w\\]|\| )\*(?![*\s])[^*\n]*[^*\s]\*(?!\*)|^\|(?=.*-:)(?:[ :-]+\|)+$|^\|(?:-+\|)+$/gmu;

test('texts are in the notation of the editor', async () => {
  const findings: string[] = [];
  for await (const file of glob('content/{articles,legal,positions}/**/*.md')) {
    for (const [text] of readFileSync(file, 'utf8').matchAll(otherNotation)) findings.push(`${file}: ${text}`);
  }
  expect(findings).toEqual([]);
});
