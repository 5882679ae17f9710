import { expect, test } from '../harness/browser.ts';

test('the page of an unknown URL has header, footer and a search', async ({ page, noise }) => {
  noise.allow(/404/u);
  const response = await page.goto('/this-page-is-not-there');
  expect(response?.status()).toBe(404);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/u);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const search = page.getByRole('main').getByRole('search');
  await search.getByRole('searchbox').fill('agents');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/what-we-think\?.*search=agents/u);
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible();
});
