import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ContentProblem, describeProblem } from './problem.ts';
import { parseSource, parseWith } from './source.ts';

const schema = z.strictObject({
  title: z.string(),
  date: z.string(),
  to: z.string().optional(),
  hero: z.strictObject({ heading: z.string() }).optional(),
});

function problemsOf(text: string): string[] {
  const problems: ContentProblem[] = [];
  const source = parseSource('a.yaml', text, problems);
  if (source) parseWith(schema, source, problems);
  return problems.map(describeProblem);
}

describe('A misspelt field is one mistake:', () => {
  test.each([
    ['other case', 'Title: x\ndate: y', 'a.yaml:1: has the field "Title", which is unknown; write "title"'],
    ['two letters in turn', 'tilte: x\ndate: y', 'a.yaml:1: has the field "tilte", which is unknown; write "title"'],
    ['typographic quotes', '“title”: x\ndate: y', 'a.yaml:1: has the field "“title”", which is unknown; write "title"'],
    [
      'a no-break space',
      'title\u00a0: x\ndate: y',
      'a.yaml:1: has the field "title\u00a0", which is unknown; write "title"',
    ],
    [
      'inside a group',
      'title: x\ndate: y\nhero:\n  headline: z\n  to: z',
      'a.yaml:4 hero: has an unknown field: "headline", "to"; it takes heading',
    ],
    [
      'alone inside a group',
      'title: x\ndate: y\nhero:\n  headng: z',
      'a.yaml:4 hero: has the field "headng", which is unknown; write "heading"',
    ],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toContain(message);
  });

  test('but a different word instead of a missing field is two', () => {
    expect(problemsOf('name: x\ndate: y')).toEqual([
      'a.yaml:1 title: is missing; takes text',
      'a.yaml:1: has an unknown field: "name"; it takes title, date, to, hero',
    ]);
  });

  test('and a short name has no misspellings', () => {
    expect(problemsOf('title: x\ndat: y')).toHaveLength(2);
    expect(problemsOf('title: x\nDATE: y')).toEqual(['a.yaml:2: has the field "DATE", which is unknown; write "date"']);
  });
});
