import type { Page } from '@playwright/test';
import { expect, open, test, wakeAll } from '../harness/browser.ts';
import { sectionHeading } from '../harness/content.ts';

// When islands wake, and how a page works without them (docs/decisions/0011-documents-and-islands.md).

const island = (page: Page, name: string) => page.locator(`[data-island="${name}"]`).first();
const contactForm = (page: Page) => page.getByRole('form', { name: 'Contact us' });

/** Names of the scripts that the page has fetched. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** The page is never idle. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

/** Focuses a field far below the view without scrolling. */
const focusUnseen = (page: Page) =>
  contactForm(page)
    .getByLabel('Name*')
    .evaluate((field: HTMLElement) => field.focus({ preventScroll: true }));

test('an island with automatic motion wakes when the page is idle; one far below, when it comes near', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  await page.goto('/');
  for (const name of ['slider-hero', 'rotating-word', 'analytics'])
    await expect(island(page, name)).toHaveAttribute('data-ready', '');
  const isFar = await island(page, 'contact-form').evaluate(
    (element) => (element.firstElementChild?.getBoundingClientRect().top ?? 0) > 2 * innerHeight,
  );
  expect(isFar, 'the form is more than a screen away').toBe(true);
  await expect(island(page, 'contact-form')).not.toHaveAttribute('data-awake');
  expect(scripts).not.toContainEqual(expect.stringContaining('ContactForm'));

  await contactForm(page).scrollIntoViewIfNeeded();
  await expect(island(page, 'contact-form')).toHaveAttribute('data-ready', '');
});

test('islands wake although the browser reports no paint', async ({ page, noise }) => {
  // Firefox with `dom.enable_performance_observer` off.
  noise.allow(/PerformanceObserver is not defined/u);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'));
  await page.goto('/');
  await expect(island(page, 'slider-hero')).toHaveAttribute('data-ready', '');
});

test('a touch wakes its island at once, and no other', async ({ page }) => {
  const scripts = scriptsOf(page);
  await neverIdle(page);
  await page.goto('/');
  expect(scripts).toEqual([]);
  await focusUnseen(page);
  await expect(island(page, 'contact-form')).toHaveAttribute('data-ready', '');
  await expect(page.locator('[data-island][data-wake="idle"][data-awake]')).toHaveCount(0);
  await expect(contactForm(page).getByLabel('Name*')).toBeFocused();
});

test('a carousel that is static at this size fetches no script, and wakes once the window is wide', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const companies = page.getByRole('group', { name: sectionHeading('/', 'logo-carousel') });
  const carousel = page.locator('[data-island="carousel"]', { has: companies });
  await companies.scrollIntoViewIfNeeded();
  await expect(carousel).toHaveAttribute('data-waiting', '');
  await wakeAll(page);
  expect(scripts).not.toContainEqual(expect.stringContaining('Carousel'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(carousel).toHaveAttribute('data-ready', '');
});

test('a page works without an island whose script fails to load', async ({ page, noise }) => {
  noise.allow(/ContactForm|Failed to fetch dynamically imported module/u);
  await page.route('**/ContactForm.island-*.js', (route) => route.abort('failed'));
  await page.goto('/contact-us');
  await contactForm(page).scrollIntoViewIfNeeded();
  await expect(page.locator('html')).not.toHaveAttribute('data-scripts');
  await expect(island(page, 'contact-form')).not.toHaveAttribute('data-ready');
  // The others are awake.
  await expect(island(page, 'analytics')).toHaveAttribute('data-ready', '');

  const form = contactForm(page);
  await form.getByLabel('Name*').fill('Ada Byron');
  await form.getByLabel('Email*').fill('ada@example.com');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/message-sent');
  await expect(page.getByRole('main')).toContainText('Thank you.');
});

test('motion can be paused although another island has failed', async ({ page, noise }) => {
  noise.allow(/ContactForm|Failed to fetch dynamically imported module/u);
  await page.route('**/ContactForm.island-*.js', (route) => route.abort('failed'));
  await page.goto('/');
  await expect(island(page, 'slider-hero')).toHaveAttribute('data-ready', '');
  await focusUnseen(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-scripts');
  const pause = island(page, 'slider-hero').getByRole('button', { name: 'Pause' });
  await pause.click();
  await expect(island(page, 'slider-hero').getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Build Platforms Rapidly' }),
    'one slide shows',
  ).toBeHidden();

  const logos = island(page, 'carousel');
  await logos.locator('[data-track]').scrollIntoViewIfNeeded();
  await expect(logos).toHaveAttribute('data-ready', '');
  await expect(logos.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await logos.locator('[data-track]').evaluate((track) => getComputedStyle(track).display)).toBe('flex');
});

test('a blocker of analytics changes nothing that a visitor sees', async ({ page, noise }) => {
  noise.allow(/analytics|Failed to fetch dynamically imported module/u);
  await page.route('**/analytics.island-*.js', (route) => route.abort('blockedbyclient'));
  const reported = page.waitForEvent('console', (message) => message.text().includes('dynamically imported'));
  await page.goto('/');
  await reported;
  await expect(page.locator('html')).toHaveAttribute('data-scripts', '');
  await expect(island(page, 'slider-hero').getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('an extension that removes the list of errors hinders nothing', async ({ page }) => {
  await open(page, '/contact-us');
  const form = contactForm(page);
  const errors = form.getByRole('alert');
  await form.getByLabel('Name*').fill('Ada Byron');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(errors).toBeVisible();
  await errors.evaluate((list) => list.remove());
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(errors).toContainText('One field');
  await errors.evaluate((list) => list.remove());
  await form.getByLabel('Email*').fill('ada@example.com');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('status')).toContainText('Thank you');
});

/** Wraps each text in elements, as translators do. */
const translate = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest('script,style,template') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const found: Node[] = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    const translation = document.createElement('font');
    translation.textContent = text.textContent;
    text.parentNode?.replaceChild(translation, text);
  }
};

test.describe('a page that was translated before its islands woke', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await neverIdle(page);
    await page.goto('/');
    await page.evaluate(translate);
  });

  test('shows its carousels', async ({ page }) => {
    const carousel = page.locator('[data-island="carousel"]').first();
    const slides = carousel.locator('[data-track] > *');
    const count = await slides.count();
    expect(count).toBeGreaterThan(1);
    await wakeAll(page);
    await expect(carousel.locator('font')).not.toHaveCount(0);
    await expect(slides).toHaveCount(count);
    await expect(slides.first()).toBeVisible();
  });

  test('keeps the text of its form, and the focus', async ({ page }) => {
    await contactForm(page)
      .getByLabel('Email*')
      .evaluate((field: HTMLInputElement) => {
        field.value = 'ada@example.com';
      });
    await focusUnseen(page);
    await expect(island(page, 'contact-form')).toHaveAttribute('data-ready', '');
    await expect(contactForm(page).getByLabel('Email*')).toHaveValue('ada@example.com');
    await expect(contactForm(page).getByLabel('Name*')).toBeFocused();
  });

  test('lists the errors of its form as they are corrected', async ({ page }) => {
    await wakeAll(page);
    await contactForm(page).getByRole('button', { name: 'Submit' }).click();
    const errors = contactForm(page).getByRole('alert');
    await expect(errors).toContainText('Please enter your name');
    await page.evaluate(translate);
    await contactForm(page).getByLabel('Name*').fill('A');
    await expect(errors).toContainText('Please enter 2 to 50 characters');
  });
});
