import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Change } from '../content/content-check.ts';
import { type ContentProblem, missingInEditor } from '../platform/content/problem.ts';
import { tryDraft } from './draft.ts';

const missing = { inFile: 'is missing; takes text', inEditor: missingInEditor };

/** Checks a draft of a file. @returns the text that would be written, and what the editor says about the result of the check */
async function tried(path: string, data: object, problems: ContentProblem[] = [], warnings: ContentProblem[] = []) {
  let changes: readonly Change[] = [];
  const check = {
    readText: async () => '',
    attempt: async (attempted: readonly Change[]) => {
      changes = attempted;
      return { content: undefined, problems, earlier: [], warnings };
    },
  };
  const draft = { path: `content/${path}`, collection: 'settings', data, pictures: [] };
  const result = await tryDraft(Buffer.from(JSON.stringify(draft)), check);
  return { text: String(changes[0]?.bytes), problems: result.problems, warnings: result.warnings };
}

test('a draft has neither empty fields nor those that the CMS adds to the items of a changed list', async () => {
  const item = { id: 'acme', name: 'Acme', href: '', __sc_item_original_key_path: 'logos.0' };
  const { text } = await tried('logos.yaml', { logos: [item] });
  expect(parse(text)).toEqual({ logos: [{ id: 'acme', name: 'Acme' }] });
});

test('a draft has no spaces at the ends of its texts, which the CMS removes when saving', async () => {
  const { text } = await tried('legal/terms.md', {
    title: 'A title ',
    keywords: [' a b '],
    description: ' ',
    body: 'x',
  });
  expect(parse(text.split('---\n')[1] ?? '')).toEqual({ title: 'A title', keywords: ['a b'] });
});

test('a text that is missing is a missing field', async () => {
  const file = 'articles/insights/a.md';
  const problem = { file, line: 9, message: missing };
  const { problems } = await tried(file, { body: '' }, [problem]);
  expect(problems).toEqual([{ keyPath: 'body', label: 'Text', message: 'is missing', isMissing: true }]);
});

test('a field that is missing is named with what it is in', async () => {
  const problem = { file: 'people.yaml', field: 'leadership[0].linkedin', message: missing };
  const { problems } = await tried('people.yaml', {}, [problem]);
  const label = 'Leadership 1 › LinkedIn';
  expect(problems).toEqual([{ keyPath: 'leadership.0.linkedin', label, message: 'is missing', isMissing: true }]);
});

test('a page that the site needs is no missing field of the page that had its path', async () => {
  const problem = { file: 'pages/contact-us.yaml', message: 'is missing: no file has the path "/contact-us"' };
  const { problems } = await tried(problem.file, { address: '/' }, [problem]);
  expect(problems).toEqual([{ message: problem.message }]);
});

test('an entry of a list that is still empty is a missing field, as is the name of a guest in the field of the author', async () => {
  const described = async (file: string, field: string) =>
    (await tried(file, {}, [{ file, field, message: missing }])).problems;
  expect(await described('pages/about.yaml', 'meta.keywords[1]')).toEqual([
    {
      keyPath: 'meta.keywords.1',
      label: 'Search engines and shared links › Keyword 2',
      message: 'is missing',
      isMissing: true,
    },
  ]);
  expect(await described('articles/insights/a.md', 'author.name')).toEqual([
    { keyPath: 'author', label: 'Author', message: 'is missing', isMissing: true },
  ]);
});

test('a message about a section names the fields beside its own, but leaves what was found', async () => {
  const file = 'pages/about.yaml';
  const described = async (field: string, message: string) =>
    (await tried(file, { sections: [{ type: 'logo-wall' }] }, [{ file, field, message }])).problems[0]?.message;
  const differs = 'must hold the same logos as "wide", and differs in acme; found "wide"';
  expect(await described('sections[0].narrow', differs)).toBe(
    'must hold the same logos as "On wide screens", and differs in acme; found "wide"',
  );
});

test('a field of a section is named with the type of the section', async () => {
  const data = { sections: [{ type: 'statement' }, { type: 'logo-wall', groups: [{}] }] };
  const labels = async (field: string) =>
    (await tried('pages/about.yaml', data, [{ file: 'pages/about.yaml', field, message: 'takes text' }])).problems[0]
      ?.label;
  expect(await labels('sections[1].heading')).toBe('Logo wall › Heading');
  expect(await labels('sections[1]')).toBe('Logo wall');
  expect(await labels('sections')).toBe('Sections');
  expect(await labels('sections[0].points[1]')).toBe('Statement › Point 2');
  expect(await labels('nothing')).toBeUndefined();
});

test('a message names the fields of its entry as the editor does', async () => {
  const message = 'takes a day that is not before "last_updated"; found "x"';
  const { problems } = await tried('legal/terms.md', { body: 'x' }, [{ file: 'legal/terms.md', line: 9, message }]);
  const shown = 'takes a day that is not before "Last updated"; found "x"';
  expect(problems).toEqual([{ keyPath: 'body', label: 'Text', message: shown }]);
});

test('the editor shows the warnings of a draft, unless they compare its own time, which a preview ignores', async () => {
  const file = 'articles/insights/a.md';
  const warnings = [
    { file, line: 12, message: '"/single/b/" leads to a page that is not published until 2027-01-01' },
    { file, field: 'date', message: 'is 2027-01-01, but the article is live before that day' },
    { file: 'pages/home.yaml', message: 'of another file' },
  ];
  const shown = async (data: object) => (await tried(file, { body: 'x', ...data }, [], warnings)).warnings;
  expect(await shown({})).toEqual([
    { keyPath: 'body', label: 'Text', message: warnings[0]?.message },
    { keyPath: 'date', label: 'Date', message: warnings[1]?.message },
  ]);
  expect(await shown({ draft: false, publish_at: '', unpublish_at: null })).toHaveLength(2);
  for (const data of [{ draft: true }, { publish_at: '2027-01-02T00:00Z' }, { unpublish_at: '2027-01-02T00:00Z' }])
    expect(await shown(data)).toEqual([]);
});

test('a problem of the file itself, such as its name, is none of its text', async () => {
  const problem = { file: 'articles/insights/a.md', message: '"a" is a former slug of articles/insights/b.md already' };
  const { problems } = await tried(problem.file, { body: 'x' }, [problem]);
  expect(problems).toEqual([{ message: problem.message }]);
});

test('a problem in another file names its field as the editor does, without a list of what it takes', async () => {
  const message = {
    inFile: '"ada-one" does not exist; takes the id of a person in people.yaml: ben-two, cy-three',
    inEditor: '"ada-one" does not exist',
  };
  const { problems } = await tried('people.yaml', {}, [
    { file: 'articles/insights/a.md', line: 5, field: 'author', message },
    { file: 'site.yaml', line: 33, field: 'navigation[0].items[3].to', message },
    { file: 'pages/home.yaml', line: 40, field: 'sections[2].links[0].to', message },
    { file: 'pages/home.yaml', field: 'unknown', message: 'is unknown' },
  ]);
  expect(problems.map((problem) => problem.message)).toEqual([
    'articles/insights/a.md, line 5 (Author): "ada-one" does not exist',
    'site.yaml, line 33 (Navigation 1 › Item 4 › Leads to): "ada-one" does not exist',
    'pages/home.yaml, line 40 (Section 3): "ada-one" does not exist',
    'pages/home.yaml (unknown): is unknown',
  ]);
});
