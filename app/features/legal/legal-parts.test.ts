import { describe, expect, test } from 'vitest';
import { legalParts } from './legal-parts.ts';

function split(source: string) {
  const problems: string[] = [];
  const parts = legalParts(source, (message, text) => problems.push(`${message}: ${text}`));
  return { parts: parts.map(({ id, title, html }) => [id, title, html]), problems };
}

describe('legalParts', () => {
  test('splits a text at its headings of the second level', () => {
    expect(split('## Use of **data**\n\nYes.\n\n### Detail\n\n## Changes\n\nNo.\n')).toEqual({
      parts: [
        ['use-of-data', 'Use of **data**', '<p>Yes.</p>\n<h3>Detail</h3>'],
        ['changes', 'Changes', '<p>No.</p>'],
      ],
      problems: [],
    });
  });

  test('does not split a code block', () => {
    expect(split('## Format\n\n```\n## Not a part\n```\n').parts).toEqual([
      ['format', 'Format', '<pre tabindex="0"><code>## Not a part\n</code></pre>'],
    ]);
  });

  test.each([
    ['Only text.\n', 'has no part; a part begins with "## ": Only text.'],
    ['', 'has no part; a part begins with "## ": '],
    ['First.\n\n## Part', 'has text before its first "## " heading; every paragraph belongs to a part: First.'],
  ])('reports the text %j', (source, problem) => {
    expect(split(source).problems).toEqual([problem]);
  });
});
