import { expect, test } from 'vitest';
import { contentReadiness } from './content-status.ts';

const since = new Date('2026-03-01T09:00:00.000Z');
const live = { version: '3f2a', since, refusals: 0 };

test('the readiness contains the locations of problems, but not their messages', () => {
  const problems = [
    { file: 'pages/home.yaml', line: 12, field: 'hero.heading', message: 'takes text; found "we acquire Acme"' },
    { file: 'pages/ventures.yaml', message: 'is missing' },
  ];
  expect(contentReadiness({ ...live, refused: { since, problems } })).toEqual({
    version: '3f2a',
    since: '2026-03-01T09:00:00.000Z',
    refused: {
      since: '2026-03-01T09:00:00.000Z',
      count: 2,
      problems: [
        { file: 'pages/home.yaml', line: 12 },
        { file: 'pages/ventures.yaml', line: null },
      ],
    },
  });
  expect(contentReadiness({ ...live, refused: undefined }).refused).toBeNull();
});

test.each([
  [20, 20],
  [21, 20],
])('of %i problems %i are listed, and all are counted', (count, named) => {
  const problems = Array.from({ length: count }, () => ({ file: 'a', line: 1, message: 'is wrong' }));
  const { refused } = contentReadiness({ ...live, refused: { since, problems } });
  expect(refused?.count).toBe(count);
  expect(refused?.problems).toHaveLength(named);
});
