import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mergeFile, mergeMarkdown, mergeYaml, valuesOf } from './merge-text.ts';

const file = `# The home page.
meta:
  title: A title   # shown in the tab
  keywords: [one, two]
sections:
  # First
  - type: intro
    text: >-
      A text that
      is folded.
  # Second
  - type: call
    heading: 'It''s ours'
    note: A sentence that goes
      on in the next line.
`;

describe('What an editor saves', () => {
  test('changes the values that changed and nothing else of the file', () => {
    const next = JSON.stringify({
      meta: { title: 'Another: title', keywords: ['one', 'three, four'], og_title: '' },
      sections: [
        { type: 'intro', text: 'A text that is folded.' },
        { type: 'call', heading: "It's yours", note: 'A sentence that goes on in the next line.' },
      ],
    });
    expect(mergeYaml(file, next)).toBe(
      file.replace('A title', '"Another: title"').replace('two', '"three, four"').replace("It''s ours", "It''s yours"),
    );
  });

  test('adds and removes a field without a change to the others', () => {
    const before = [
      `excerpt: "${'A long sentence that nobody wrapped. '.repeat(5)}"\n`,
      'draft: true\n',
      'topics: [quality, agentic-ai] # two\n',
      'banner: # a comment\n  plates/wind.svg\n',
    ];
    const [excerpt, , topics, banner] = before;
    const value = { ...parse(before.join('')), updated: '2026-11-26' };
    expect(mergeYaml(before.join(''), JSON.stringify(value))).toBe(`${before.join('')}updated: 2026-11-26\n`);
    const { draft: _, ...published } = value;
    expect(mergeYaml(before.join(''), JSON.stringify(published))).toBe(
      `${excerpt}${topics}${banner}updated: 2026-11-26\n`,
    );
    const { banner: _banner, ...bare } = published;
    expect(mergeYaml(before.join(''), JSON.stringify(bare))).toBe(`${excerpt}${topics}updated: 2026-11-26\n`);
  });

  test('adds and removes a field of a map within another', () => {
    const { meta, sections } = parse(file);
    const { keywords: _, ...bare } = { ...meta, description: 'New' };
    expect(mergeYaml(file, JSON.stringify({ meta: bare, sections }))).toBe(
      file.replace('  keywords: [one, two]\n', '  description: New\n'),
    );
  });

  test('keeps comments where something is added, removed or moved', () => {
    const value = {
      meta: { title: 'A title', keywords: ['one', 'two'], description: 'New' },
      sections: [
        { type: 'call', heading: "It's ours", note: 'A sentence that goes on in the next line.' },
        { type: 'intro', text: 'A text that is folded.' },
        { type: 'slot', name: 'contact' },
      ],
    };
    const merged = mergeYaml(file, JSON.stringify(value));
    expect(parse(merged)).toEqual(value);
    for (const comment of ['# The home page.', '# shown in the tab', '# Second']) expect(merged).toContain(comment);
  });

  test.each([
    ['moved', [2, 1, 3], '  # two\n  - x: 2\n  # one\n  - x: 1\n  # three\n  - x: 3\n'],
    ['added', [1, 0, 2, 3], '  # one\n  - x: 1\n  - x: 0\n  # two\n  - x: 2\n  # three\n  - x: 3\n'],
    ['duplicated', [1, 1, 2, 3], '  # one\n  - x: 1\n  - x: 1\n  # two\n  - x: 2\n  # three\n  - x: 3\n'],
    ['removed', [2, 3], '  # two\n  - x: 2\n  # three\n  - x: 3\n'],
  ])('an entry that is %s keeps its comment, and the other lines stay', (_, values, list) => {
    const long = `b: "${'Nobody wrapped this. '.repeat(9)}"\n`;
    const before = `a:\n  # one\n  - x: 1\n  # two\n  - x: 2\n  # three\n  - x: 3\n${long}`;
    const value = { ...parse(before), a: values.map((x) => ({ x })) };
    expect(mergeYaml(before, JSON.stringify(value))).toBe(`a:\n${list}${long}`);
  });

  test.each([
    ['added at the end', [1, 2, 3]],
    ['added at the beginning', [0, 1, 2]],
    ['moved', [2, 1]],
    ['removed', [2]],
  ])('a blank line stays between entries when one is %s', (_, values) => {
    const listOf = (items: readonly number[]) => `a:\n${items.map((x) => `  - x: ${x}\n`).join('\n')}\n# End\nb: 1\n`;
    const value = { a: values.map((x) => ({ x })), b: 1 };
    expect(mergeYaml(listOf([1, 2]), JSON.stringify(value))).toBe(listOf(values));
  });

  test('an entry that is moved keeps its empty fields', () => {
    const entries = ['  - x: 1\n    note: ""\n', '  - x: 2\n'];
    const value = { a: [{ x: 2 }, { x: 1, note: '' }] };
    expect(mergeYaml(`a:\n${entries.join('')}`, JSON.stringify(value))).toBe(`a:\n${entries.reverse().join('')}`);
  });

  const others = `note: "${'Nobody wrapped this. '.repeat(9)}"\n`;
  test.each([
    [
      'a folded text',
      'a:\n  - >-\n    One text\n    folded.\n',
      { a: ['Another text.'] },
      'a:\n  - >-\n    Another text.\n',
    ],
    ['a list on one line', 'a: [b, c] # why\n', { a: ['b', 'c', 'd, e'] }, 'a: [b, c, "d, e"] # why\n'],
    ['the only entry', 'a:\n  - b\n', { a: [] }, 'a: []\n'],
    ['the first field of an entry', 'a:\n  # why\n  - b: 1\n    c: 2\n', { a: [{ c: 2 }] }, 'a:\n  # why\n  - c: 2\n'],
    ['a text of two lines', 'a:\n  - b: c\n', { a: [{ b: 'd\ne' }] }, 'a:\n  - b: |-\n      d\n      e\n'],
    ['a text before a comment', 'a: b # why\n# End\nc: 1\n', { a: 'd\ne', c: 1 }, 'a: "d\\ne" # why\n# End\nc: 1\n'],
    [
      'a text to one that begins with a space',
      'a:\n  b: c # why\n',
      { a: { b: ' d\ne' } },
      'a:\n  b: " d\\ne" # why\n',
    ],
    [
      'a text to one that begins with a line',
      '# A\na:\n  b: c\n',
      { a: { b: '\nd\ne' } },
      '# A\na:\n  b: "\\nd\\ne"\n',
    ],
    [
      'a block to a text that begins with a space',
      'a: |-\n  b\n# C\nc: 1\n',
      { a: ' d\ne', c: 1 },
      'a: " d\\ne"\n# C\nc: 1\n',
    ],
    [
      'one entry while another is added',
      'a:\n  # one\n  - { b: 1, c: x }\n  # two\n  - { b: 2 }\n',
      { a: [{ b: 3, c: 'x' }, { b: 2 }, { b: 4 }] },
      'a:\n  # one\n  - { b: 3, c: x }\n  # two\n  - { b: 2 }\n  - { b: 4 }\n',
    ],
    [
      'a field beside empty ones, which the editor omits',
      'a:\n  - { b: 1, c: "" } # why\n  - b: 2\n    c: ""\n',
      { a: [{ b: 1 }, { b: 3 }] },
      'a:\n  - { b: 1, c: "" } # why\n  - b: 3\n    c: ""\n',
    ],
    ['an entry of another type', 'a:\n  - type: b\n    c: ""\n', { a: [{ type: 'd' }] }, 'a:\n  - type: d\n'],
    [
      'a text of which YAML takes the first word for a tag',
      'a: !b\nc: !d e\n',
      { a: 'f', c: '!d g' },
      'a: f\nc: "!d g"\n',
    ],
    ['a text of which YAML takes the first word for an anchor', 'a: &b c\n', { a: 'd' }, 'a: d\n'],
    ['a text with such a word in a list', 'a:\n  - !b c\n  - d\n', { a: ['e', 'd'] }, 'a:\n  - e\n  - d\n'],
    ['fields at two depths at one place', 'a:\n  b: 1\n', { a: { b: 1, c: 2 }, d: 3 }, 'a:\n  b: 1\n  c: 2\nd: 3\n'],
  ])('changes %s without a change to other lines', (_, before, value, after) => {
    const next = { note: parse(others).note, ...value };
    expect(mergeYaml(others + before, JSON.stringify(next))).toBe(others + after);
  });

  test.each(['\n', '', 'two\nlines', ' - x', '{', '"', "'", '2026-01-01', 'yes', '1e3', '#', '\u{1f680}', 'a: b # c'])(
    'reads as it was written: %j',
    (value) => {
      expect(parse(mergeYaml('a: b\nc: "d"\ne: [f]\n', JSON.stringify({ a: value, c: value, e: [value] })))).toEqual({
        a: value,
        c: value,
        e: [value],
      });
    },
  );

  test.each(['a: [', 'a: *b\n', 'a: &b c\nd: *b\n'])('replaces invalid YAML: %j', (before) => {
    expect(mergeYaml(before, 'a: 1\nd: c\n')).toBe('a: 1\nd: c\n');
    expect(valuesOf('a.yaml', before)).toEqual(before.includes('c') ? { a: 'c', d: 'c' } : undefined);
  });

  test('leaves the text of an article as it was, save for what changed', () => {
    const before = '---\n# mine\ntitle: A\n---\n\nText  \nwith breaks.\n\n* list\n';
    expect(mergeMarkdown(before, '---\ntitle: B\n---\nText  \nwith breaks.\n\n* list')).toBe(
      before.replace('title: A', 'title: B'),
    );
    expect(mergeMarkdown(before, '---\ntitle: A\n---\nAnother')).toBe('---\n# mine\ntitle: A\n---\n\nAnother\n');
  });

  test('leaves the comments and the ends of lines of a file from Windows, and wraps no line visibly', () => {
    const before = '\uFEFF---\n# mine\ntitle: A\ntopics: [a]\n---\n\nIts lines\nare wrapped.\n'.replaceAll(
      '\n',
      '\r\n',
    );
    const next = '---\ntitle: B\ntopics: [a]\n---\nIts lines\nare wrapped.\n';
    expect(mergeFile('a.md', before, next)).toBe(before.slice(1).replace('title: A', 'title: B'));
  });

  test.each([
    ['in a paragraph', 'one\ntwo \nthree', 'one\\\ntwo\\\nthree'],
    ['in an entry of a list', '- one\n  two\n- three', '- one\\\n  two\n- three'],
    ['in a quotation, in bold and in a link', '> **one\n> two** [a\n> b](/)', '> **one\\\n> two** [a\\\n> b](/)'],
    ['that the page has', 'one\\\ntwo  \nthree<br>four', 'one\\\ntwo  \nthree<br>four'],
    ['between blocks and in code', '## A\nb\n- c\n\n```\nd\ne\n```\n\n| f |\n| --- |\n| g |', undefined],
  ])('shows the line breaks of an author on the page: %s', (_, body, written = body) => {
    const article = (text: string) => `---\ntitle: A\n---\n\n${text}\n`;
    expect(mergeMarkdown(article('Former.'), article(body))).toBe(article(written));
    expect(mergeMarkdown('', article(body))).toBe(article(written));
    expect(mergeMarkdown(article('Its lines\nare wrapped.'), article(body))).toBe(article(body));
  });

  test('leaves the alignment of tables, which the editor does not know', () => {
    const article = (text: string) => `---\ntitle: A\n---\n\n${text}\n`;
    const before = 'One.\n\n|a |b|\n|:--|--:|\n|1|2|\n\n| c |\n|:-:|\n| 3 |\n\n| d |\n|---|\n| 4 |';
    const edited =
      'Two.\n\n| d |\n| --- |\n| 5 |\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| c | d |\n| --- | --- |\n| 3 |';
    expect(mergeMarkdown(article(before), article(edited))).toBe(
      article('Two.\n\n| d |\n|---|\n| 5 |\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n\n| c | d |\n| --- | --- |\n| 3 |'),
    );
    const renamed = before.replace('|a |b|', '| a | cost |').replace('|:--|--:|', '| --- | --- |');
    expect(mergeMarkdown(article(before), article(renamed))).toBe(article(before.replace('|a |b|', '| a | cost |')));
  });

  test.each([
    ['as they were', ['a', 'a']],
    ['the first with another head', ['b', 'a']],
  ])('leaves the alignment of two tables with the same head, %s', (_, heads) => {
    const article = (tables: readonly string[]) => `---\ntitle: A\n---\n\n${tables.join('\n\n')}\n`;
    const next = heads.map((head) => `| ${head} |\n| --- |\n| 2 |`);
    const [first = '', second = ''] = next;
    expect(mergeMarkdown(article(['| a |\n| :-- |\n| 1 |', '| a |\n| --: |\n| 1 |']), article(next))).toBe(
      article([first.replace('---', ':--'), second.replace('---', '--:')]),
    );
  });
});
