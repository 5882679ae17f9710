import { expect, test } from 'vitest';
import { cut, onOneLine, printable, widthOf } from './visible-text.ts';

test.each([
  ['\u001b[2J\u0007\u009b31m', '\u{fffd}[2J\u{fffd}\u{fffd}31m'],
  ['a\u202egnp.exe\u2066', 'a\u{fffd}gnp.exe\u{fffd}'],
  // Line breaks as browsers send them.
  ['one\r\ntwo\rthree\tfour', 'one\ntwo\nthree    four'],
  ['👩‍💻 नमस्‍ते 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍💻 नमस्‍ते 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

test('a line of a table has no line breaks and no stacked accents', () => {
  expect(onOneLine(' one\r\n\ttwo ')).toBe('one two');
  expect(onOneLine(`a${'\u0301'.repeat(50)}b`)).toBe(`a${'\u0301'.repeat(3)}b`);
});

test.each([
  ['Ada Lovelace', 12, 'Ada Lovelace'],
  ['Ada Lovelace', 11, 'Ada Lovela…'],
  ['Ada Lovelace', 5, 'Ada…'],
  ['山田太郎', 8, '山田太郎'],
  // A wide character is not split.
  ['山田太郎', 6, '山田…'],
  ['山田太郎', 7, '山田太…'],
  ['👩‍💻👩‍💻👩‍💻', 5, '👩‍💻👩‍💻…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['Ada', 1, '…'],
])('%j in %i columns is %j', (text, width, expected) => {
  expect(cut(text, width)).toBe(expected);
  expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width);
});
