import { describe, expect, test } from 'vitest';
import type { ContentProblem } from './problem.ts';
import { parseSource } from './source.ts';
import { fillSource, fillTokens, fillTokensInMarkdown, withoutTokens } from './tokens.ts';

const tokens = { company: 'Acme & Sons', phone: '+1' };
const unexpected = (message: string) => {
  throw new Error(message);
};

test.each([
  ['We are {company}.', 'We are Acme & Sons.'],
  ['{company}{phone} {company}', 'Acme & Sons+1 Acme & Sons'],
  ['{Company} {} { company } {a-b}', '{Company} {} { company } {a-b}'],
  ['Write \\{company} for it', 'Write {company} for it'],
  ['\\{nothing}', '{nothing}'],
])('%j is filled in as %j', (text, filled) => {
  expect(fillTokens(text, tokens, unexpected)).toBe(filled);
});

test.each(['{company} and {nothing}', 'none', '{a b} {company'])(
  '%j can be written so that it means itself',
  (text) => {
    expect(fillTokens(withoutTokens(text), tokens, unexpected)).toBe(text);
  },
);

describe('Markdown is filled in, code and escaped braces are not:', () => {
  test.each([
    ['A **{company}** line', 'A **Acme & Sons** line'],
    ['`{nothing}` and ``a ` {nothing}`` of {company}', '`{nothing}` and ``a ` {nothing}`` of Acme & Sons'],
    ['```js\n{nothing}\n```\n{company}', '```js\n{nothing}\n```\nAcme & Sons'],
    ['~~~~\n{nothing}\n~~~\n{nothing}\n~~~~\n{company}', '~~~~\n{nothing}\n~~~\n{nothing}\n~~~~\nAcme & Sons'],
    ['{company}\n\n```\n{nothing}', 'Acme & Sons\n\n```\n{nothing}'],
    ['It costs 5` and {company}', 'It costs 5` and Acme & Sons'],
    ['\\{nothing}', '\\{nothing}'],
  ])('%j', (text, filled) => {
    expect(fillTokensInMarkdown(text, tokens, unexpected)).toBe(filled);
  });

  test('however long it is', () => {
    const text = `\`${'` '.repeat(50_000)}{company}`;
    expect(fillTokensInMarkdown(text, tokens, unexpected)).toHaveLength(text.length + 2);
  });
});

test('an unknown token is reported with its file, line and field, and the known ones', () => {
  const problems: ContentProblem[] = [];
  const text = `---\ntitle: "{company}"\nlist:\n  - one\n  - "{compnay}"\n---\n\nText.\n\nOf {adress}.\n`;
  const source = parseSource('a.md', text, problems);
  if (!source) throw new Error('It can be read');
  const { data, body } = fillSource(source, tokens, problems);
  expect(data).toEqual({ title: 'Acme & Sons', list: ['one', '{compnay}'] });
  expect(body).toBe('\nText.\n\nOf {adress}.\n');
  const isUnknown = (token: string) =>
    `"${token}" is not a known token; there are {company}, {phone}; write \\${token} to show the braces`;
  expect(problems).toEqual([
    { file: 'a.md', line: 5, field: 'list[1]', message: isUnknown('{compnay}') },
    { file: 'a.md', line: 10, message: isUnknown('{adress}') },
  ]);
});
