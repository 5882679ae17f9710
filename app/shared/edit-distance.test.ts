import { expect, test } from 'vitest';
import { editDistance, stemOf } from './edit-distance.ts';

test.each([
  ['agents', 'agents', 0],
  ['agnets', 'agents', 1],
  ['agets', 'agents', 1],
  ['aagents', 'agents', 1],
  ['agemts', 'agents', 1],
  ['gaents', 'agents', 1],
  ['agenst', 'agents', 1],
  ['gaenst', 'agents', 2],
  ['agn', 'agents', 3],
  ['', 'ab', 2],
  ['ab', '', 2],
  ['abcdef', 'ghijkl', 3],
])('from %j to %j the distance is %i, counted up to 2', (one, other, distance) => {
  expect(editDistance(one, other, 2)).toBe(distance);
  expect(editDistance(other, one, 2)).toBe(distance);
});

test.each([
  ['banking', 'bank'],
  ['agentic', 'agent'],
  ['cities', stemOf('city')],
  ['é', 'é'],
  ['2026', '2026'],
  ['constructor', 'constructor'],
])('the stem of %j is %j', (word, stem) => {
  expect(stemOf(word)).toBe(stem);
});
