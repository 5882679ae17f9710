import { expect, test } from 'vitest';
import { createReadingMemory } from './reading-memory.ts';

test('a result is computed again only for another input', () => {
  const memory = createReadingMemory();
  let made = 0;
  const recall = (input: string) =>
    memory.recall('pages/home.yaml', input, () => {
      made += 1;
      return input.toUpperCase();
    });
  expect([recall('a'), recall('a'), recall('b'), recall('b'), recall('a')]).toEqual(['A', 'A', 'B', 'B', 'A']);
  expect(made).toBe(3);
});

test('results that a reading did not recall are dropped', () => {
  const memory = createReadingMemory();
  const made: string[] = [];
  const recall = (key: string) => memory.recall(key, 'text', () => made.push(key));
  recall('a');
  recall('b');
  memory.forgetUnused();
  recall('a');
  memory.forgetUnused();
  recall('a');
  recall('b');
  expect(made).toEqual(['a', 'b', 'b']);
});

test('nothing is stored if a computation fails', () => {
  const memory = createReadingMemory();
  const fail = () => {
    throw new RangeError('nested too deeply');
  };
  expect(() => memory.recall('a', 'text', fail)).toThrow('nested too deeply');
  expect(memory.recall('a', 'text', () => 'made')).toBe('made');
});
