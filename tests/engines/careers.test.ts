import { test } from 'vitest';
import { describeInEngines, wide } from './harness.ts';

// The list of positions (Specification 2, Careers).

describeInEngines((open) => {
  test('a position opens though the positions of another category are still loading; Back shows those that were shown', async () => {
    const page = await open('/join-us', wide);
    await page.expectOne({ role: 'tab', name: /^Engineering/u });
    await page.evaluate(() => {
      for (const control of ['[role="tab"] ~ [role="tab"]', 'main article h3 a'])
        document.querySelector<HTMLElement>(control)?.click();
    });
    await page.expectUrl(/^\/join-us\/[A-Z]/u);
    await page.back();
    await page.expectUrl('/join-us');
    const selected = () => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent;
    await page.expectThat(() => page.evaluate(selected)).toMatch(/^All positions/u);
  });
});
