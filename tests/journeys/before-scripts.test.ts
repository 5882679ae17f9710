import type { Page } from '@playwright/test';
import { scriptTimeoutMs } from '../../app/ui/island/island-start.ts';
import { expect, open, overlayGone, stopTime, test, wakeAll } from '../harness/browser.ts';
import { articles, screens, sectionHeading } from '../harness/content.ts';
import type { Noise } from '../harness/noise.ts';

// Between the first paint and the loading of the site's scripts, and without them.

const story = articles.find(({ category }) => category === 'success-stories')?.slug ?? '';
const listing = '/what-we-think?category=insights';

interface HeldScripts {
  /** Continues their requests. */
  release(): void;
  /** Aborts their requests. */
  abort(): void;
}

/** Holds back the scripts that a page fetches; absent `pattern`, all of them. */
async function holdScripts(page: Page, pattern = '**/assets/*.js'): Promise<HeldScripts> {
  const outcome = Promise.withResolvers<'arrive' | 'fail'>();
  await page.route(pattern, async (route) => {
    if ((await outcome.promise) === 'arrive') await route.continue();
    else await route.abort();
  });
  return { release: () => outcome.resolve('arrive'), abort: () => outcome.resolve('fail') };
}

const root = (page: Page) => page.locator('html');
const allowMissingScripts = (noise: Noise) => noise.allow(/\/assets\/[^/]*\.js|Failed to load resource/u);

const dot = (page: Page, number: number) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Go to slide ${number}`, exact: true })
    .first();
const related = (page: Page) => page.getByRole('group', { name: 'You may also like' });

/** The number of the related post at the beginning of the row, from 1; 0 for none. */
const firstRelated = (page: Page) =>
  related(page).evaluate((row) => {
    const start = row.getBoundingClientRect().left;
    const slides = [...row.querySelectorAll('[aria-roledescription="slide"]')];
    return slides.findIndex((slide) => Math.abs(slide.getBoundingClientRect().left - start) < 3) + 1;
  });

test('a focused related post is in view, also when it was focused before the script ran', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const scripts = await holdScripts(page);
  await page.goto(`/single/${story}/`);
  const links = related(page).getByRole('heading', { level: 3 }).getByRole('link');
  await links.last().focus();
  await expect(links.last()).not.toBeInViewport();
  scripts.release();
  await expect(links.last()).toBeInViewport();
  await links.first().focus();
  await expect(links.first()).toBeInViewport();
  expect(await links.first().evaluate(roomBeforeClip), 'px before the focus ring is clipped').toBeGreaterThanOrEqual(6);
});

test.describe('motion rests, though its reason came before its script:', () => {
  const hero = (page: Page) => page.getByRole('main').locator('[aria-roledescription="carousel"]').first();
  const companies = (page: Page) => page.getByRole('group', { name: sectionHeading('/', 'logo-carousel') });
  const focusHero = (page: Page) => hero(page).getByRole('link').first().focus();
  const focusCompanies = (page: Page) => companies(page).getByRole('button', { name: 'Pause' }).focus();

  for (const [title, focus, hovered] of [
    ['focus in the hero, the mouse on the companies', focusHero, companies],
    ['focus on the companies, the mouse on the dots', focusCompanies, (page: Page) => dot(page, 1)],
  ] as const) {
    test(title, async ({ page }) => {
      await page.clock.install();
      const scripts = await holdScripts(page);
      await page.goto('/');
      await focus(page);
      await hovered(page).hover();
      scripts.release();
      await wakeAll(page);
      await stopTime(page);
      const company = companies(page).locator('[aria-roledescription="slide"]').first();
      const place = () => company.evaluate((slide) => Math.round(slide.getBoundingClientRect().left));
      const before = await place();
      await page.clock.runFor(30_000);
      await expect.soft(dot(page, 1)).toHaveAttribute('aria-current', 'true');
      expect(await place()).toBe(before);
      await expect(page.locator(':focus-visible')).toHaveCount(1);
    });
  }
});

/** Space between the card of a link and the edge at which its row clips, px. */
function roomBeforeClip(link: Element): number {
  const card = link.closest('article');
  let clip = card?.parentElement;
  while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement;
  return (card?.getBoundingClientRect().left ?? 0) - (clip?.getBoundingClientRect().left ?? 0);
}

test.describe('a press before the script has loaded takes effect when it loads:', () => {
  test('the dots of the hero, in the order of the presses', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const scripts = await holdScripts(page);
    await page.goto('/');
    await dot(page, 3).click();
    await dot(page, 2).click();
    await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
    scripts.release();
    await wakeAll(page);
    await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true');
  });

  test('the controls of a carousel, each press of them', { tag: '@every-width' }, async ({ page }, { project }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const scripts = await holdScripts(page);
    await page.goto(`/single/${story}/`);
    await related(page).scrollIntoViewIfNeeded();
    if (project.name === 'wide') {
      const next = related(page).getByRole('button', { name: 'Next', exact: true });
      await next.click();
      await next.click();
    } else await related(page).getByRole('button', { name: 'Go to slide 3', exact: true }).click();
    expect(await firstRelated(page)).toBe(1);
    scripts.release();
    await wakeAll(page);
    await expect.poll(() => firstRelated(page)).toBe(3);
  });

  test('Pause, which is stored', async ({ page }) => {
    const scripts = await holdScripts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Pause' }).first().click();
    scripts.release();
    await wakeAll(page);
    await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await open(page, '/');
    await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible();
  });

  test('Pause, when an earlier page was paused', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('motion', 'paused'));
    const scripts = await holdScripts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Pause' }).first().click();
    scripts.release();
    await wakeAll(page);
    await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  });
});

test('input on the insights page before scripts load stays and is applied', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const scripts = await holdScripts(page);
  await page.goto(listing);
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('health');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const healthcare = page.getByRole('checkbox', { name: 'Healthcare', exact: true });
  await healthcare.check();
  scripts.release();
  await wakeAll(page);
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ category: 'insights', search: 'health', industry: 'healthcare' });
  await expect(search).toHaveValue('health');
  await expect(healthcare).toBeChecked();
  await expect(page.getByRole('list', { name: 'Applied' })).toContainText('Healthcare');
});

test('Back before scripts load shows the results of its URL, not those of the page that a reload has loaded', async ({
  page,
}) => {
  for (const [path, tab] of [
    ['/what-we-think', 'Insights'],
    ['/join-us', 'Security'],
  ] as const) {
    await open(page, path);
    const title = await page.title();
    await page.getByRole('tab', { name: tab }).click();
    await expect(page).not.toHaveTitle(title);
    const scripts = await holdScripts(page);
    // Not when it has loaded, which awaits the scripts.
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(title);
    scripts.release();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('input of a form before its script loads is a draft, which a reload adds to the input before the next load', async ({
  page,
}) => {
  const form = page.getByRole('form', { name: 'Contact us' });
  const fields = { 'Name*': 'Ada Byron', 'Email*': 'ada@example.com' };
  await page.goto('/contact-us');
  for (const [label, text] of Object.entries(fields)) {
    const scripts = await holdScripts(page);
    await page.reload();
    await form.getByLabel(label).fill(text);
    scripts.release();
    await wakeAll(page);
  }
  for (const [label, text] of Object.entries(fields)) await expect(form.getByLabel(label)).toHaveValue(text);
});

test('a page works without scripts that take more than five seconds, and uses them if they arrive later', async ({
  page,
}) => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  const scripts = await holdScripts(page);
  await page.goto('/terms-and-condition');
  const requested = page.waitForRequest('**/assets/*.js');
  await page.getByRole('heading', { level: 1 }).click();
  await requested;
  await page.clock.runFor(scriptTimeoutMs - 1);
  await expect(root(page)).toHaveAttribute('data-scripts');
  await expect(partsOfTerms(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(root(page)).not.toHaveAttribute('data-scripts');
  await expectAllTerms(page);
  await page.clock.resume();
  scripts.release();
  await wakeAll(page);
  await expect(root(page)).toHaveAttribute('data-scripts');
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(1);
  await expect(partsOfTerms(page)).toHaveCount(1);
});

test('a page works without the script of an island that takes more than five seconds, and uses it if it arrives later', async ({
  page,
}) => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  const script = '**/legal-tabs.island-*.js';
  const scripts = await holdScripts(page, script);
  await page.goto('/terms-and-condition');
  const requested = page.waitForRequest(script);
  await page.locator('[data-island="legal-tabs"]').dispatchEvent('input');
  await requested;
  await page.clock.runFor(scriptTimeoutMs - 1);
  await expect(root(page)).toHaveAttribute('data-scripts');
  await expect(partsOfTerms(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(root(page)).not.toHaveAttribute('data-scripts');
  await expect(partsOfTerms(page)).toHaveCount(14);
  await page.clock.resume();
  scripts.release();
  await wakeAll(page);
  await expect(root(page)).toHaveAttribute('data-scripts');
  await expect(partsOfTerms(page)).toHaveCount(1);
});

test.describe('when scripts fail to load', () => {
  /** Opens a page, waits until the timeout of its scripts, and leaves it. */
  async function openWithoutScripts(page: Page, address: string): Promise<void> {
    const scripts = await holdScripts(page);
    const requested = page.waitForRequest('**/assets/*.js');
    await page.goto(address);
    await requested;
    await expect(root(page)).toHaveAttribute('data-scripts');
    scripts.abort();
    await expect(root(page)).not.toHaveAttribute('data-scripts');
    await overlayGone(page);
  }

  test.beforeEach(async ({ page, noise }) => {
    allowMissingScripts(noise);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  test('Terms shows all its parts, and its list leads to each', async ({ page }) => {
    await openWithoutScripts(page, '/terms-and-condition');
    await expectAllTerms(page);
  });

  test('the home page shows its four headlines and seventeen companies', { tag: '@every-width' }, async ({ page }) => {
    await openWithoutScripts(page, '/');
    const slides = page.getByRole('main').getByRole('group', { name: / of 4$/u });
    await expect(slides).toHaveCount(4);
    for (const slide of await slides.all()) {
      await slide.scrollIntoViewIfNeeded();
      await expect(slide.getByRole('heading')).toBeVisible();
      await expect(slide.getByRole('heading')).toBeInViewport();
    }
    const width = page.viewportSize()?.width ?? 0;
    const companies = page.getByRole('group', { name: sectionHeading('/', 'logo-carousel') }).getByRole('link');
    await expect(companies).toHaveCount(17);
    for (const company of await companies.all()) {
      await expect(company).toBeVisible();
      const box = await company.boundingBox();
      expect.soft(box?.x).toBeGreaterThanOrEqual(-1);
      expect.soft((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 1);
    }
    for (const name of ['Pause', 'Play', 'Go to slide 1']) {
      for (const button of await page.getByRole('button', { name, exact: true, includeHidden: true }).all())
        await expect(button).toBeHidden();
    }
  });

  test('the contact form is sent by the browser itself', async ({ page }) => {
    await openWithoutScripts(page, '/contact-us');
    const form = page.getByRole('form', { name: 'Contact us' });
    await form.getByLabel('Name*').fill('Ada Byron');
    await form.getByLabel('Email*').fill('ada@example.com');
    await form.getByLabel('How can we help you?').fill('A bridge, please.');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('main')).toContainText('Thank you');
  });

  test('the browser itself requests a search', async ({ page }) => {
    await openWithoutScripts(page, listing);
    await page.getByRole('main').getByRole('searchbox').fill('health');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/search=health/u);
    await expect(page.getByRole('list', { name: 'Applied' })).toContainText('health');
  });
});

const partsOfTerms = (page: Page) => page.locator('[data-island="legal-tabs"]').getByRole('heading', { level: 2 });

async function expectAllTerms(page: Page): Promise<void> {
  const parts = screens.find(({ address }) => address === '/terms-and-condition')?.words ?? [];
  expect(parts).toHaveLength(14);
  for (const part of parts) {
    await page.getByRole('main').getByRole('link', { name: part, exact: true }).first().click();
    await expect(page).toHaveURL(/#.+/u);
    await expect(page.getByRole('heading', { level: 2, name: part, exact: true })).toBeInViewport();
  }
  await expect(partsOfTerms(page)).toHaveCount(14);
}
