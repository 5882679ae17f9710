import type { Page } from '@playwright/test';
import { maxSearchLength } from '../../app/shared/search-length.ts';
import { expect, routeTimeoutMs, test } from '../harness/browser.ts';
import { articles, labelOf, pageAt, positions, screens, site } from '../harness/content.ts';

// With JavaScript off all text is there, and every link, form and disclosure works (Contract, Paths and URLs).
test.use({ javaScriptEnabled: false });

/** Normalises spaces and quotes to those of a content file: text on the page has typographic quotes. */
const plain = (text: string) => text.replace(/\s+/gu, ' ').replace(/[“”]/gu, '"').replace(/[‘’]/gu, "'").trim();

// All pages in one tab: a new one for each takes as much processor time as the test itself.
test('every page reads in full', async ({ page }) => {
  const pages = screens.filter(({ address, canonical }) => address === canonical);
  test.setTimeout(pages.length * routeTimeoutMs);
  for (const { address, words } of pages) {
    const response = await page.goto(address);
    expect.soft(response?.status(), address).toBe(200);
    const text = plain((await page.getByRole('main').textContent()) ?? '');
    const missing = words.filter((part) => !text.includes(plain(part)));
    expect.soft(missing, `texts of its file that ${address} lacks`).toEqual([]);
    expect.soft(await hiddenHeadings(page), `headings of ${address} that cannot be seen`).toEqual([]);
    if (!text.includes('Submit')) continue;
    const contact = page.getByRole('form', { name: 'Contact us' });
    const application = page.getByRole('form', { name: /^Apply for/u });
    await expect.soft(contact.or(application).first(), `a form of ${address}`).toBeVisible();
  }
});

test('links of the header, the page and the footer work', async ({ page }, { project }) => {
  await page.goto('/');
  if (project.name === 'wide') {
    await page
      .getByRole('banner')
      .getByRole('link', { name: labelOf('/what-we-think') })
      .click();
    await expect(page).toHaveURL('/what-we-think');
  }
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: labelOf('/data-and-ai', pageAt('/')), exact: true })
    .click();
  await expect(page).toHaveURL('/data-and-ai');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: labelOf('/privacy-policy') })
    .click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the menu of narrow screens opens and closes', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/ventures');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  for (const { label } of site.navigation)
    await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: labelOf('/contact-us') }).click();
  await expect(page).toHaveURL('/contact-us');
});

test(
  'every page of the navigation is reached from the header',
  { tag: '@every-width' },
  async ({ page }, { project }) => {
    await page.goto('/ventures');
    if (project.name === 'narrow') await page.getByRole('button', { name: 'Open menu' }).click();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const item of site.navigation.filter(({ items }) => items)) {
      const link = navigation.getByRole('link', { name: item.label, exact: true });
      if (project.name === 'wide') await link.focus();
      for (const { label, to } of item.items ?? []) {
        const inside = navigation.getByRole('link', { name: label, exact: true });
        await expect.soft(inside, label).toBeVisible();
        await expect.soft(inside, label).toHaveAttribute('href', to);
      }
    }
  },
);

test('the slides of the home page fill one view each', async ({ page }) => {
  await page.goto('/');
  for (const width of [320, 390, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const shown = await page.getByRole('group', { name: / of 4$/u }).evaluateAll((slides) => {
      const view = slides[0]?.parentElement?.getBoundingClientRect();
      return slides.map((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return view !== undefined && left < view.right && right > view.left;
      });
    });
    expect.soft(shown, `${width} px`).toEqual([true, false, false, false]);
  }
  const last = page.getByRole('group', { name: '4 of 4' });
  await last.getByRole('link').focus();
  await expect(last.getByRole('heading')).toBeInViewport();
});

test('the edge of the next related article shows that there are more', { tag: '@narrow' }, async ({ page }) => {
  await page.goto(`/single/${articles[0]?.slug}/`);
  const related = page.getByRole('group', { name: 'You may also like' });
  await expect(
    related.and(page.locator('#related *')),
    'named as reader views expect, which leave it out',
  ).toBeVisible();
  const edges = (slides: Element[]) =>
    slides.map((slide) => slide.getBoundingClientRect()).map(({ left, right }) => ({ left, right }));
  const [row] = await related.evaluateAll(edges);
  const [first, second] = await related.getByRole('group', { name: / of /u }).evaluateAll(edges);
  expect(second?.left, 'the second begins in view').toBeLessThan((row?.right ?? 0) - 20);
  expect(second?.left, 'and the first is whole').toBeGreaterThan(first?.right ?? 0);
});

test('a search field takes as much as the server reads, which a URL can contain', async ({ page, noise }) => {
  noise.allow(/404/u);
  await page.goto('/nowhere');
  const search = page.getByRole('main').getByRole('searchbox');
  // The second search also sends the URL of the first, as its Referer.
  for (const letter of ['\u6587', '\u5b57']) {
    // In a URL, a letter of Chinese takes nine characters.
    await search.fill(letter.repeat(3000));
    await expect(search).toHaveValue(letter.repeat(maxSearchLength));
    await search.press('Enter');
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(letter)}`, 'u'));
    await expect(page.getByText('No results found.')).toBeInViewport();
    await expect(search).toHaveValue(letter.repeat(maxSearchLength));
  }
});

test('a search, a filter and a page of insights are links and forms', async ({ page }) => {
  await page.goto('/what-we-think');
  await page.getByRole('link', { name: 'Insights', exact: true }).click();
  await expect(page).toHaveURL('/what-we-think?category=insights');
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/what-we-think?category=insights&page=2#kinds');
  await expect(page.getByRole('article').first(), 'not the hero').toBeInViewport();

  const title = articles.find(({ category }) => category === 'insights')?.title ?? '';
  await page.getByRole('main').getByRole('searchbox').fill(title);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('article').first()).toContainText(title);
  await expect(page.getByRole('article').first(), 'not the hero').toBeInViewport();

  await page.goto('/what-we-think?category=insights');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Healthcare' }).check();
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page).toHaveURL(/category=insights.*industry=healthcare/u);
  const expected = articles.filter(
    ({ category, industries }) => category === 'insights' && industries.includes('healthcare'),
  );
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(Math.min(expected.length, 9));
  const count = page.getByText(`${expected.length} results`, { exact: true });
  await expect(count).toBeVisible();
  // Text for screen readers only is one pixel wide.
  expect((await count.boundingBox())?.width).toBeGreaterThan(20);
});

test('positions are expanded with their forms, and categories are links', async ({ page }) => {
  await page.goto('/join-us');
  for (const { title } of positions) {
    await expect.soft(page.getByRole('form', { name: `Apply for ${title}` })).toBeVisible();
  }
  const [first] = positions;
  await page.locator(`a[href="/join-us?cat=${first?.category}"]`).click();
  await expect(page).toHaveURL(`/join-us?cat=${first?.category}`);
  const inCategory = positions.filter(({ category }) => category === first?.category);
  await expect(page.getByRole('main').getByRole('form', { name: /^Apply for/u })).toHaveCount(inCategory.length);
});

test('the parts of a legal text follow one another, and its tabs are links to them', async ({ page }) => {
  await page.goto('/terms-and-condition');
  const parts = screens.find(({ address }) => address === '/terms-and-condition')?.words ?? [];
  for (const part of parts) {
    await expect.soft(page.getByRole('heading', { level: 2, name: part, exact: true })).toBeVisible();
    const link = page.getByRole('main').getByRole('link', { name: part, exact: true }).first();
    await expect.soft(link).toHaveAttribute('href', /^#.+/u);
  }
});

test('no control that needs a script is visible', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Pause', 'Play', 'Go to slide 1', 'Go to slide 2']) {
    await expect.soft(page.getByRole('button', { name, exact: true }).first()).toBeHidden();
  }
  await expect.soft(page.locator('[data-route-overlay]')).toHaveCount(0);
  const [article] = articles;
  await page.goto(`/single/${article?.slug}/`);
  for (const name of ['Pause', 'Previous', 'Next', 'Go to slide 1', 'Copy the address']) {
    await expect.soft(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(0);
  }
});

function hiddenHeadings(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator(':is(h1, h2, h3)')
    .evaluateAll((headings) =>
      headings
        .filter(
          (heading) =>
            !heading.checkVisibility({ visibilityProperty: true }) || heading.getBoundingClientRect().height === 0,
        )
        .map((heading) => heading.textContent),
    );
}
