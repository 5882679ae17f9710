import { test } from 'vitest';
import { articles } from '../harness/content.ts';
import { describeInEngines, viewports, wide } from './harness.ts';
import type { Target } from './in-page.ts';
import type { Page } from './page.ts';

// Search and filter of the insights listing (Specification 2, Insights; Contract, Paths and URLs).

const insights = articles.filter(({ category }) => category === 'insights');
const [insight] = insights;
if (!insight) throw new Error('There is an insight');
const listing = '/what-we-think?category=insights';
const pageSize = 9;

const main: Target = { role: 'main' };
const filterButton: Target = { role: 'button', name: 'Filter' };
const apply: Target = { role: 'button', name: 'Apply filter' };
const governance: Target = { role: 'checkbox', name: 'Governance' };
const searchField: Target = { role: 'searchbox', inside: main };
const results: Target = { role: 'article', inside: main };
const inGovernance = Math.min(pageSize, insights.filter(({ topics }) => topics.includes('governance')).length);

const expectResults = (page: Page, count: number) =>
  page.expectThat(async () => (await page.all(results)).length, 'results').toBe(count);

/** Waits until the list of applied filters names it. */
const expectApplied = (page: Page, text: string) => page.expectOne({ role: 'list', name: 'Applied', text });

describeInEngines((open) => {
  for (const viewport of viewports) {
    const size = `${viewport.width} x ${viewport.height}`;
    const waits = viewport === wide;

    test(`the filter opens inside the viewport at ${size}, applies${waits ? ' by a choice alone' : ''}, and Back undoes it`, async () => {
      const page = await open(listing, viewport);
      await expectResults(page, pageSize);
      await page.click(filterButton);
      await page.expectPopupInsideViewport('Filter');
      await page.click(governance);
      await page.expectOne(governance, { checked: true });
      if (waits) {
        // The choice alone narrows the results, after a pause.
        await page.expectUrl(`${listing}&topic=governance`);
        await expectApplied(page, 'Governance');
      }
      await page.click(apply);
      await page.expectNone(apply);
      await page.expectUrl(`${listing}&topic=governance`);
      await expectResults(page, inGovernance);
      await expectApplied(page, 'Governance');

      await page.back();
      await page.expectUrl(listing);
      await expectResults(page, pageSize);
      await page.expectNone({ role: 'list', name: 'Applied' });
      await page.click(filterButton);
      await page.expectOne(governance, { checked: false });
    });
  }

  test('the filter works without JavaScript', async () => {
    const page = await open(listing, { ...wide, javaScript: false });
    await page.click(filterButton);
    await page.click(governance);
    await page.click(apply);
    await page.expectUrl(/[?&]topic=governance/u);
    await expectResults(page, inGovernance);
    await page.back();
    await page.expectUrl(listing);
    await expectResults(page, pageSize);
  });

  test('a search finds an insight, and Back undoes it', async () => {
    const page = await open(listing, wide);
    await page.type(searchField, insight.title);
    await page.press('Enter');
    await page.expectUrl(/[?&]search=/u);
    await page.expectThat(async () => (await page.all(results))[0]?.text).toContain(insight.title);
    await page.back();
    await page.expectUrl(listing);
    await expectResults(page, pageSize);
  });

  test('Back to the listing shows the tab of its results, though another was chosen just before it was left', async () => {
    const page = await open(listing, wide);
    await page.expectOne({ role: 'tab', name: 'Success Stories' });
    await page.evaluate(() => {
      for (const control of ['[role="tab"]', 'main article a']) document.querySelector<HTMLElement>(control)?.click();
    });
    await page.expectUrl(/^\/single\//u);
    await page.back();
    await page.expectUrl(listing);
    const selected = () => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent;
    await page.expectThat(() => page.evaluate(selected)).toBe('Insights');
  });

  test('a visitor who goes elsewhere by the address bar while results are loading is not called back', async () => {
    const page = await open(listing, wide);
    await page.expectOne({ role: 'tab', name: 'Success Stories' });
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('[role="tab"]')?.click();
      location.assign('/ventures');
    });
    await page.expectUrl('/ventures');
  });
});
