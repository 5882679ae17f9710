import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import { painted } from './browser.ts';

/** A third of the size of `axe.source`, which browsers compile again for each tab. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, levels A and AA, and the rules that axe calls best practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules about landmarks, a fifth of the processor time of all. */
const withoutLandmarks = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };

/**
 * Fails with each rule that the page breaks now, and the elements that break it.
 * @param options.landmarks false for a part of another program's page, like a mail, and where they were checked at another width
 */
export async function expectAccessible(page: Page, when: string, { landmarks = true } = {}): Promise<void> {
  // A change of colours is painted with the next frames.
  await painted(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = await page.evaluate(
    ({ values, rules }) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values },
        rules,
        resultTypes: ['violations'],
      }),
    { values: tags, rules: landmarks ? {} : withoutLandmarks },
  );
  expect.soft(describeViolations(results), `axe, ${when}`).toEqual([]);
}

function describeViolations({ violations }: AxeResults): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary}`),
  );
}
