import { expect, test, vi } from 'vitest';
import { costOf, mayBeCostly, prepare } from './costly-markdown.ts';

test.each([
  ['long', 'a '.repeat(30_000)],
  ['nested in quotations', `${'>'.repeat(100)} a`],
  ['full of markers', '*a_ '.repeat(600)],
])('a text that is %s is tried first, and accepted if it takes little time', (_, text) => {
  expect(mayBeCostly(text)).toBe(true);
  expect(prepare('a.md', text)).toEqual({ problems: [] });
});

test('an ordinary text is not tried first', () => {
  expect(mayBeCostly('A *short* text with a [link](/page).\n'.repeat(100))).toBe(false);
});

test('a text that takes more than ten seconds of the processor is refused', () => {
  const usage = vi.spyOn(process, 'threadCpuUsage');
  usage.mockReturnValue({ user: 9_000_000, system: 1_000_000 });
  expect(costOf('text')).toBeUndefined();
  usage.mockReturnValue({ user: 9_000_000, system: 1_000_001 });
  const message =
    'takes 11 s to render, and may take 10; make it smaller, or remove asterisks, underscores and brackets that mark nothing';
  expect(prepare('a.md', 'text')).toEqual({ problems: [{ file: 'a.md', message }] });
  usage.mockRestore();
});
