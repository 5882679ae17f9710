import { expect, test } from 'vitest';
import { describeInEngines, wide } from './harness.ts';

const fonts = () =>
  performance.getEntriesByType('resource').flatMap(({ name }) => /archivo-(\w+)\S*\.woff2$/u.exec(name)?.[1] ?? []);

describeInEngines((open) => {
  test('only a character that the basic font lacks loads the other one', async () => {
    const page = await open('/contact-us', wide);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    expect(await page.evaluate(fonts)).toEqual(['basic']);
    await page.evaluate(() => document.querySelector('h1')?.append('Å'));
    await page.expectThat(() => page.evaluate(fonts), 'the loaded fonts').toEqual(['basic', 'accents']);
  });
});
