import { describe, expect, test } from 'vitest';
import { cx } from './class-names.ts';
import { foldText } from './fold-text.ts';
import { formatDay } from './format-day.ts';
import { shortenToCharacters, shortenToWords } from './shorten.ts';
import { slugOf } from './slug.ts';

describe('Shortening to characters', () => {
  test.each([
    ['x'.repeat(200), 200, 'x'.repeat(200)],
    ['x'.repeat(201), 200, `${'x'.repeat(199)}…`],
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two three', 7, 'one…'],
    ['onetwothree', 4, 'one…'],
    ['🙂🙂🙂🙂', 4, '🙂🙂🙂🙂'],
    ['🙂🙂🙂🙂🙂', 4, '🙂🙂🙂…'],
    ['', 4, ''],
  ])('%j to %i', (text, limit, expected) => {
    const shortened = shortenToCharacters(text, limit);
    expect(shortened).toBe(expected);
    expect([...shortened].length).toBeLessThanOrEqual(limit);
  });
});

describe('Shortening to words', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

  test.each([10, 30])('%i words are unchanged, one more is left out', (limit) => {
    expect(shortenToWords(words(limit), limit)).toBe(words(limit));
    expect(shortenToWords(words(limit + 1), limit)).toBe(`${words(limit)}…`);
  });

  test('any white space separates words', () => {
    expect(shortenToWords('  one\n two\tthree ', 2)).toBe('one two…');
    expect(shortenToWords('', 2)).toBe('');
  });
});

test.each([
  ['Déjà Vu', 'deja vu'],
  ['De\u0301ja\u0300', 'deja'],
  ['ﬁrst', 'first'],
  ['SpeedX—now!', 'speedx now'],
  ['ISO 27001', 'iso 27001'],
  ['  %_*"\'()^  ', ''],
  ['数据 与 AI', '数据 与 ai'],
  ['Łódź, Straße, GROẞ', 'lodz strasse gross'],
  ['Søren Đặng Æsir Œuvre Þór', 'soren dang aesir oeuvre thor'],
  ['Iğdır İzmir', 'igdir izmir'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
])('search compares %j as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('a day is formatted as day, month, year, in any time zone', () => {
  expect(formatDay('2026-01-01')).toBe('1 January 2026');
  expect(formatDay('2026-12-31')).toBe('31 December 2026');
});

test('class names are joined without falsy values', () => {
  expect(cx('a', false, undefined, null, '', 'b')).toBe('a b');
});

test.each([
  ['Über uns', 'ueber-uns'],
  ['O\u0308l & Öfen', 'oel-oefen'],
  ['Weiße Straße, Łódź', 'weisse-strasse-lodz'],
  ['AI/ML: what’s next?', 'ai-ml-what-s-next'],
  ['日本', ''],
])('the slug of %j is %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});
