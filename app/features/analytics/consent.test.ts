import { expect, onTestFinished, test, vi } from 'vitest';
import { choose, storedChoice } from './consent.ts';

test('a refusal that a full storage does not take counts all the same, over the consent that it holds', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('localStorage', {
    getItem: () => `accepted ${new Date().toISOString()}`,
    setItem() {
      throw new DOMException('The storage is full', 'QuotaExceededError');
    },
  });
  expect(storedChoice()?.choice).toBe('accepted');
  choose('rejected');
  expect(storedChoice()?.choice).toBe('rejected');
});
