import { expect, test } from 'vitest';
import { maxSearchLength } from '../../shared/search-length.ts';
import { searchWords } from './search-words.ts';

test.each<[string, string[]]>([
  ['', []],
  ['  \t\n ', []],
  ['Zero Trust', ['zero', 'trust']],
  ['trust TRUST Trúst', ['trust']],
  ['"quoted" OR NEAR(a, b) -not title:x y*', ['quoted', 'or', 'near', 'a', 'b', 'not', 'title', 'x', 'y']],
  ["it's", ['it', 's']],
  ['🙂 … « »', []],
  ['שלום עולם', ['שלום', 'עולם']],
  ['الثقة\u200f', ['الثقة']],
  ['ｆｕｌｌ ﬁne Ⅳ', ['full', 'fine', 'iv']],
  ['a\u0000b', ['a', 'b']],
  ['\ud800x', ['x']],
])('%j becomes %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('reads the beginning of a long text: at most 12 words of at most 40 characters', () => {
  expect(searchWords('x'.repeat(10_000))).toEqual(['x'.repeat(40)]);
  expect(searchWords(Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' '))).toHaveLength(12);
  expect(searchWords('𝒳'.repeat(10_000))).toEqual(['x'.repeat(40)]);
  expect(searchWords('𐐷'.repeat(100))).toEqual(['𐐷'.repeat(40)]);
});

test('reads a text up to the length that the search field takes', () => {
  expect(searchWords(`a${' '.repeat(maxSearchLength - 2)}b`)).toEqual(['a', 'b']);
  expect(searchWords(`a${' '.repeat(maxSearchLength - 1)}b`)).toEqual(['a']);
});
