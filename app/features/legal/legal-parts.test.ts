import { describe, expect, test } from 'vitest';
import type { Wording } from '../../platform/content/problem.ts';
import { legalParts } from './legal-parts.ts';

function split(source: string) {
  const problems: [Wording, string][] = [];
  const parts = legalParts(source, (message, text) => problems.push([message, text]));
  return { parts: parts.map(({ id, title, html }) => [id, title, html]), problems };
}

describe('legalParts', () => {
  test('splits a text at its headings of the second level', () => {
    expect(split('## Use of **data**\n\nYes.\n\n### Detail\n\n## Changes\n\nNo.\n')).toEqual({
      parts: [
        ['use-of-data', 'Use of data', '<p>Yes.</p>\n<h3>Detail</h3>'],
        ['changes', 'Changes', '<p>No.</p>'],
      ],
      problems: [],
    });
  });

  test.each([
    ['Changes to *these* terms', 'Changes to these terms'],
    ['Research \\& Development \\[2024]', 'Research & Development [2024]'],
    ["'AS IS' and [our `code`][form], ~~R&amp;D~~", "'AS IS' and our code, R&D"],
  ])('has the text of the heading %j as title', (heading, title) => {
    expect(split(`## ${heading}\n\n[form]: /contact-us`).parts[0]?.[1]).toBe(title);
  });

  test('each part has the footnotes and the targets of links at the end of the text', () => {
    const { parts } = split(
      '## A\n\nDays[^1] by [form].\n\n## B\n\nWeeks[^1].\n\n[form]: /contact-us\n[^1]: At most *90*.\n',
    );
    expect(parts.map(([, , html]) => html)).toEqual([
      expect.stringMatching(
        /<a href="#user-content-a-fn-1"[\s\S]*<a href="\/contact-us">form<\/a>[\s\S]*At most <em>90/u,
      ),
      expect.stringMatching(/<a href="#user-content-b-fn-1"[\s\S]*At most <em>90/u),
    ]);
  });

  test('a part has its own footnote rather than one of the same name', () => {
    const { parts } = split('## A\n\nOne[^1].\n\n[^1]: Here.\n\n## B\n\nTwo[^1].\n\n[^1]: There.\n');
    expect(parts).toMatchObject([
      ['a', 'A', expect.stringMatching(/^(?!.*There)[\s\S]*Here/u)],
      ['b', 'B', expect.stringMatching(/^(?!.*Here)[\s\S]*There/u)],
    ]);
  });

  test('does not split a code block', () => {
    expect(split('## Format\n\n```\n## Not a part\n```\n').parts).toEqual([
      ['format', 'Format', '<pre tabindex="0"><code>## Not a part\n</code></pre>'],
    ]);
  });

  test('reports a footnote in a title, which shows none', () => {
    const message = 'has a footnote in the title of a part; put it into the text';
    expect(split('## Fees[^1]\n\n[^1]: Net.').problems).toEqual([[message, '## Fees[^1]']]);
  });

  test.each([
    ['Only text.\n', 'has no part; a part begins with', 'Only text.'],
    ['', 'has no part; a part begins with', ''],
    ['First.\n\n## Part', 'has text that belongs to no part; a part begins with', 'First.'],
  ])('reports the text %j', (source, start, text) => {
    const message = { inFile: `${start} "## "`, inEditor: `${start} a "Heading 2"` };
    expect(split(source).problems).toEqual([[message, text]]);
  });
});
