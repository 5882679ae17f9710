import { expect, test } from 'vitest';
import { type ContentProblem, describeProblem } from './problem.ts';
import { parseSource } from './source.ts';

function problemsOf(text: string, file = 'a.yaml'): string[] {
  const problems: ContentProblem[] = [];
  parseSource(file, text, problems);
  return problems.map(describeProblem);
}

test.each([
  [
    'a colon',
    'a: 1\ntitle: What: we do',
    'a.yaml:2: has a colon inside a text without quotes; write title: "What: we do"',
  ],
  [
    'a colon in a line that ends as on Windows',
    'a: 1\r\ntitle: What: we do\r\nb: 1',
    'a.yaml:2: has a colon inside a text without quotes; write title: "What: we do"',
  ],
  [
    'a colon in a list',
    'b:\n  - heading: A: "b"\n    c: x',
    'a.yaml:2: has a colon inside a text without quotes; write - heading: "A: \\"b\\""',
  ],
  ['a tab', 'a:\n\tb: 1\n\tc: 2', 'a.yaml:2: begins with a tab; indent with spaces, two for each step'],
  [
    'a no-break space',
    'a: 1\n\u{a0}\u{a0}b: 1',
    'a.yaml:2: begins with a no-break space, as text from Word or a web page does; indent with ordinary spaces',
  ],
  ['an open quote', 'a: x\nb: "unclosed\nc: 1', 'a.yaml:2: has a text whose closing quote is missing: b: "unclosed'],
  [
    'an apostrophe',
    "a: 'it's'\nb: 1",
    "a.yaml:1: has text after a closing quote: a: 'it's'; inside double quotes write \\\", inside single quotes ''",
  ],
  [
    'quotes in quotes',
    'a: "He said "no" there"',
    'a.yaml:1: has text after a closing quote: a: "He said "no" there"; inside double quotes write \\", inside single quotes \'\'',
  ],
  ['an open bracket', 'z: 1\na: [x, y\nb: 1', 'a.yaml:2: has a list whose closing "]" is missing: a: [x, y'],
  [
    'a bracket too many',
    'a: [x]]',
    'a.yaml:1: has a bracket too many: a: [x]]; put a text that contains brackets in quotes',
  ],
  [
    'a sign that means something',
    'a: @home',
    'a.yaml:1: has a value that begins with "@"; write it in quotes: "@home"',
  ],
  [
    'an asterisk',
    'b: 1\na: *home',
    'a.yaml:2: has a value that begins with "*": "*home"; write it in quotes, or repeat the value itself',
  ],
  ['an ampersand', 'a: & b', 'a.yaml:1: has a value that begins with "&"; write it in quotes: "& b"'],
  [
    'a text beside its sign',
    'a: | x',
    'a.yaml:1: has text after "|" or ">": a: | x; a text of several lines begins on the next line, indented',
  ],
  [
    'uneven columns',
    'a:\n  b: 1\n c: 2',
    'a.yaml:3: is indented differently from the lines around it; fields of one group begin in the same column',
  ],
  [
    'a field below a value',
    'a: 1\n  b: 2',
    'a.yaml:1: is indented further than the field above it, which already has a value; fields of one group begin in the same column',
  ],
  [
    'no colon',
    'title Hello\nb: 1',
    'a.yaml:1: is not a field: "title Hello"; a field is its name, a colon, a space and its value, such as "title: Hello"',
  ],
  [
    'no space',
    'title:Hello\nb: 1',
    'a.yaml:1: is not a field: "title:Hello"; a field is its name, a colon, a space and its value, such as "title: Hello"',
  ],
  [
    'a field of an entry one column too far left',
    'a:\n  - type: x\n   anchor: y',
    'a.yaml:3: is indented differently from the lines around it; fields of one group begin in the same column',
  ],
  [
    'an entry without a space after its dash',
    'a:\n  -type: x\n    anchor: y',
    'a.yaml:2: has an entry of a list without a space after its dash: -type: x; write - type: x',
  ],
  [
    'a later entry without one',
    'a:\n  - b: 1\n  -c: 2',
    'a.yaml:3: has an entry of a list without a space after its dash: -c: 2; write - c: 2',
  ],
  [
    'a value that reads as a comment',
    'b: 1\ntitle: #1 in bridges',
    'a.yaml:2: has a value that begins with "#": "#1 in bridges"; write it in quotes: "#1 in bridges"',
  ],
  [
    'a comment inside a text',
    'b: 1\ntitle: Our C #1 team',
    'a.yaml:2: has a comment inside a text, from "#" on: "#1 team"; write it in quotes: "Our C #1 team"',
  ],
  [
    'an ampersand before a word, which would be lost',
    'b: 1\na:\n  - &Co grows',
    'a.yaml:3: has a value that begins with "&"; write it in quotes: "&Co grows"',
  ],
  [
    'an exclamation mark before a word, which would be lost',
    'a: !Wow it grows',
    'a.yaml:1: has a value that begins with "!"; write it in quotes: "!Wow it grows"',
  ],
  [
    'a word in asterisks',
    'a: *new* things',
    'a.yaml:1: has a value that begins with "*"; write it in quotes: "*new* things"',
  ],
  ['a dash', 'b: 1\na: - home', 'a.yaml:2: has a value that begins with "-"; write it in quotes: "- home"'],
  ['a question mark', 'a: ? home\nb: 1', 'a.yaml:1: has a value that begins with "?"; write it in quotes: "? home"'],
  [
    'a no-break space after a colon',
    'b: 1\ntitle:\u{a0}Home\nc: 1',
    'a.yaml:2: has a no-break space after its colon, as text from Word or a web page does: title:\u{a0}Home; write an ordinary space',
  ],
  ['a second document', 'a: 1\n---\nb: 2', 'a.yaml:2: has a second line "---"; put a text that begins so in quotes'],
  [
    'a backslash',
    'a: "C:\\dir"',
    'a.yaml:1: has a backslash inside double quotes: a: "C:\\dir"; write single quotes, or the backslash twice',
  ],
])('explains %s in one line', (_, text, message) => {
  expect(problemsOf(text)).toEqual([message]);
});

test.each([
  ['\\u202E', '202E'],
  ['\\a', '0007'],
  ['\\0', '0000'],
  ['\\x93', '0093'],
  ['\\uD800', 'D800'],
])('an invisible character is a mistake as an escape, too: %s', (written, code) => {
  const message = `contains an invisible character (U+${code}), written with a backslash; remove it`;
  expect(problemsOf(`b: 1\na: "x${written}y"`)).toEqual([`a.yaml:2: ${message}`]);
  expect(problemsOf(`b: 1\n"x${written}y": 1`)).toEqual([`a.yaml:2: ${message}`]);
});

test('a comment after a field without a value is not a mistake', () => {
  expect(problemsOf('a: # of the page\n  b: 1\nc: 2 #three\nd:\ne: text # of the page\nf: "text" #quoted\n')).toEqual(
    [],
  );
});

test('every duplicate field is a mistake', () => {
  expect(problemsOf('a: 1\na: 2\nb: 1\nb: 2')).toEqual([
    'a.yaml:2: has the field "a" a second time; a field appears once in its group',
    'a.yaml:4: has the field "b" a second time; a field appears once in its group',
  ]);
});

test('a field whose name is a group or a list is one mistake, however deep', () => {
  const message = 'has a field whose name is not text; put the name in quotes';
  expect(problemsOf('a: 1\n? [b, c]\n: 2')).toEqual([`a.yaml:2: ${message}`]);
  expect(problemsOf('? '.repeat(400))).toEqual([`a.yaml:1: ${message}`]);
});

test('lines of front matter are those of the file, and trailing spaces are not a mistake', () => {
  expect(problemsOf('---\na: 1\nb: @x\n---\nText', 'a.md')).toEqual([
    'a.md:3: has a value that begins with "@"; write it in quotes: "@x"',
  ]);
  expect(problemsOf('---  \na: 1\n--- \nText', 'a.md')).toEqual([]);
});

test.each([
  ['dashes', `${'-'.repeat(200_000)}a: b: c\n`, /^a.yaml:1: has a colon inside a text without quotes/u],
  ['dashes and nothing else', `a: 1\n${'-'.repeat(200_000)}\nb: 1\n`, /^a.yaml:2: is not a field/u],
  ['spaces', `a:${' '.repeat(200_000)}b:\tc\n`, /^a.yaml:1: is indented further/u],
])('the mistake of a line of many %s is found in linear time', (_, text, message) => {
  // In quadratic time, it takes a minute.
  expect(problemsOf(text)).toEqual([expect.stringMatching(message)]);
});
