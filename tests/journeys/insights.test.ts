import type { Locator, Page, Route } from '@playwright/test';
import { relatedLimit } from '../../app/features/articles/limits.ts';
import { expect, laidOut, open, stopTime, test, wakeAll } from '../harness/browser.ts';
import { articles } from '../harness/content.ts';
import { approachCarousel, expectInterval, startsOfMoves } from '../harness/layout.ts';

// The listing of success stories and insights (Specification 2, Insights; 4; 9; Contract, Paths and URLs), and one article.

const listing = '/what-we-think';
const inCategory = (category: string) => articles.filter((article) => article.category === category);
const pageSize = 9;
const [insight] = inCategory('insights');
const [story] = inCategory('success-stories');
if (!insight || !story) throw new Error('Both categories have an article');

const results = (page: Page) => page.getByRole('tabpanel').getByRole('article');
const titles = (page: Page) => results(page).getByRole('heading');
const search = (page: Page) => page.getByRole('main').getByRole('searchbox');
const pagination = (page: Page) => page.getByRole('navigation', { name: 'Pagination' });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('success stories come first; a tab is in the URL and starts at page 1; View Post is distinguished by its title', async ({
  page,
}) => {
  await open(page, listing);
  await expect(page.getByRole('tab')).toHaveText(['Success Stories', 'Insights']);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Success Stories');
  await expect(results(page)).toHaveCount(Math.min(pageSize, inCategory('success-stories').length));
  await expect(results(page).first(), 'no read time on a story').not.toContainText('minute read');
  await pagination(page).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/u);
  await expect(page).toHaveTitle(/: Success Stories, page 2 /u);

  await page.getByRole('tab', { name: 'Insights' }).click();
  await expect(page).toHaveURL(`${listing}?category=insights`);
  await expect(page).toHaveTitle(/: Insights /u);
  await expect(results(page)).toHaveCount(pageSize);
  await expect(results(page).first()).toContainText('minute read');
  await expectNamedLink(results(page).first());
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Success Stories');
  await expect(page).toHaveURL(listing);
  await expectNamedLink(results(page).first());
  await expect(page).not.toHaveTitle(/Insights|page/u);
});

/** Fails unless a card has a link by the name of View Post that its title describes. */
async function expectNamedLink(card: Locator): Promise<void> {
  const link = card.getByRole('link', { name: 'View Post', exact: true });
  const title = card.getByRole('heading');
  await expect(link).toHaveAccessibleDescription((await title.textContent()) ?? '');
  await expect(link).toHaveAttribute('href', (await title.getByRole('link').getAttribute('href')) ?? '');
}

test('the tabs are in a row, beside or above the search, and nine cards fill the two columns of a tablet', async ({
  page,
}) => {
  await open(page, listing);
  const tops = (things: Locator) =>
    things.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
  for (const width of [390, 768, 992, 1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [first, second] = await tops(page.locator('[data-tabs] a'));
    expect.soft(second, `${width} px`).toBe(first);
    if (width !== 768) continue;
    const topsOfCards = await tops(results(page));
    expect(topsOfCards).toHaveLength(pageSize);
    expect(topsOfCards.at(-1)).toBe(topsOfCards.at(-2));
  }
});

test('a search takes effect 400 ms after the last key, and at once by Enter or its icon', async ({ page }) => {
  await page.clock.install();
  await open(page, `${listing}?category=insights`);
  await expect(search(page)).toHaveAttribute('placeholder', 'Type to search..');
  await stopTime(page);
  await search(page).fill(insight.title.slice(0, 6));
  await page.clock.runFor(300);
  await search(page).fill(insight.title);
  await page.clock.runFor(399);
  expect(new URL(page.url()).searchParams.get('search')).toBeNull();
  await page.clock.runFor(1);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(insight.title);
  await expect(results(page).first()).toContainText(insight.title);

  await search(page).fill('zzzz qqqq');
  await search(page).press('Enter');
  await expect(page.getByText('No results found.')).toBeVisible();
  await expect(results(page)).toHaveCount(0);
  await expect(pagination(page)).toHaveCount(0);
  await search(page).fill(insight.title);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(results(page).first()).toContainText(insight.title);
});

test('without results, the page offers the nearest word, a topic, the other tab if it has results, and all, in place', async ({
  page,
}) => {
  await open(page, `${listing}?category=insights&search=cybersecurity+zzzz`);
  await page.getByRole('link', { name: 'Did you mean “cybersecurity”?' }).click();
  await expect(page).toHaveURL(`${listing}?category=insights&search=cybersecurity`);
  await expect(search(page)).toHaveValue('cybersecurity');
  await expect(results(page)).not.toHaveCount(0);
  await page.goBack();
  await expect(search(page)).toHaveValue('cybersecurity zzzz');
  await page.getByRole('link', { name: 'on Cybersecurity' }).click();
  await expect(page).toHaveURL(`${listing}?category=insights&topic=cybersecurity`);
  await expect(search(page)).toHaveValue('');

  await search(page).fill('zzzz qqqq');
  await search(page).press('Enter');
  await page.getByRole('link', { name: 'Clear search and filter' }).click();
  await expect(page).toHaveURL(`${listing}?category=insights`);
  await expect(results(page)).toHaveCount(pageSize);

  await page.getByRole('tab', { name: 'Success Stories' }).click();
  await search(page).fill(insight.title);
  await search(page).press('Enter');
  await expect(page.getByText('No results found.')).toBeVisible();
  await page.getByRole('link', { name: /^\d+ results? in Insights$/u }).click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Insights');
  await expect(search(page)).toHaveValue(insight.title);
  await expect(results(page).first()).toContainText(insight.title);
});

test('Back undoes a search made with Enter, however it was typed', async ({ page }) => {
  await page.clock.install();
  await open(page, `${listing}?category=insights`);
  await stopTime(page);
  const [word, other] = ['bridge', 'agents'];
  const searched = () => new URL(page.url()).searchParams.get('search');
  const enter = async (text: string) => {
    await search(page).fill(text);
    await search(page).press('Enter');
    await expect.poll(searched).toBe(text);
    await expect(page.getByRole('list', { name: 'Applied' })).toContainText(text);
  };
  const goBack = async (text: string | null) => {
    await page.goBack();
    await expect.poll(searched).toBe(text);
    await expect(search(page)).toHaveValue(text ?? '');
  };
  await enter(word);
  await enter(other);
  await goBack(word);
  await goBack(null);

  // The pause in typing has searched already: Enter changes nothing.
  await search(page).fill(word);
  await page.clock.runFor(400);
  await expect(page.getByRole('list', { name: 'Applied' })).toContainText(word);
  await enter(word);
  await enter(other);
  await goBack(word);
  await goBack(null);
});

test('a typed search is cleared also after a link to a part of the page; Back undoes that', async ({ page }) => {
  await page.clock.install();
  await open(page, `${listing}?category=insights`);
  await stopTime(page);
  const applied = page.getByRole('list', { name: 'Applied' });
  await search(page).fill('bridge');
  await page.clock.runFor(400);
  await expect(applied).toContainText('bridge');
  await page.getByRole('link', { name: 'Elevate your future' }).click();
  await expect(page).toHaveURL(/search=bridge#contact$/u);
  await search(page).fill('');
  await page.clock.runFor(400);
  await expect(page).toHaveURL(`${listing}?category=insights`);
  await expect(results(page)).toHaveCount(pageSize);
  await page.goBack();
  await expect(page).toHaveURL(/search=bridge#contact$/u);
  await expect(search(page)).toHaveValue('bridge');
  await expect(applied).toContainText('bridge');
});

test.describe('while the results of input load', () => {
  const applied = (page: Page) => page.getByRole('list', { name: 'Applied' });
  /** Applies input whose results arrive only when the returned function is called. */
  const applySlowly = async (page: Page, pattern: RegExp, act: () => Promise<void>) => {
    const held = Promise.withResolvers<void>();
    await page.route(pattern, async (route) => {
      await held.promise;
      await route.continue();
    });
    const request = page.waitForRequest(pattern);
    await act();
    await page.clock.runFor(400);
    await request;
    return held.resolve;
  };

  test('or when they have arrived, it can be undone, which leaves no step in the history', async ({ page }) => {
    await page.clock.install();
    await page.goto('/contact-us');
    await open(page, `${listing}?category=insights`);
    await stopTime(page);
    for (const text of ['bridge', 'bridges', '']) {
      await search(page).fill(text);
      await page.clock.runFor(400);
      await expect(page).toHaveURL(`${listing}?category=insights${text && `&search=${text}`}`);
    }
    await expect(results(page)).toHaveCount(pageSize);
    await expect(search(page)).toBeFocused();

    const topic = page.getByRole('group', { name: 'Topics' }).getByRole('checkbox', { name: 'Cloud' });
    const chooseTopic = async () => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await topic.check();
    };
    for (const [pattern, act, undo] of [
      [/search=agents/u, () => search(page).fill('agents'), () => search(page).fill('')],
      [/topic=cloud/u, chooseTopic, () => topic.uncheck()],
    ] as const) {
      const aborted = page.waitForEvent('requestfailed', (request) => pattern.test(request.url()));
      const release = await applySlowly(page, pattern, act);
      await undo();
      await page.clock.runFor(400);
      await aborted;
      release();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      await expect(page).toHaveURL(`${listing}?category=insights`);
      await expect(results(page)).toHaveCount(pageSize);
      await expect(applied(page)).toHaveCount(0);
    }
    await page.goBack();
    await expect(page).toHaveURL('/contact-us');
  });

  test('their arrival does not prolong the pause after further input', async ({ page }) => {
    await page.clock.install();
    await open(page, `${listing}?category=insights`);
    await stopTime(page);
    const release = await applySlowly(page, /search=bridge(?!s)/u, () => search(page).fill('bridge'));
    await search(page).fill('bridges');
    await page.clock.runFor(300);
    release();
    await expect(applied(page)).toContainText('bridge');
    await page.clock.runFor(100);
    await expect(page).toHaveURL(/search=bridges/u);
  });
});

test('input while the results of Back load is searched', async ({ page }) => {
  await page.clock.install();
  await open(page, `${listing}?category=insights`);
  await stopTime(page);
  await search(page).fill('bridge');
  await search(page).press('Enter');
  await expect(page.getByRole('list', { name: 'Applied' })).toContainText('bridge');
  // Until the end of the test.
  await page.route(
    (url) => url.pathname === listing && !url.searchParams.has('search'),
    () => {},
  );
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await search(page).fill('bridge');
  await page.clock.runFor(400);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('bridge');
  await expect(page.getByRole('list', { name: 'Applied' })).toContainText('bridge');
});

test('Back and Forward select the tab of their results before these arrive', async ({ page }) => {
  await open(page, listing);
  await page.getByRole('tab', { name: 'Insights' }).click();
  await expect(results(page).first()).toContainText('minute read');
  // Until the end of the test.
  await page.route(/what-we-think$/u, () => {});
  await page.goBack();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Success Stories');
  await page.goForward();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Insights');
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('a link that does not leave the page ends the loading of results', async ({ page }) => {
  await open(page, listing);
  const panel = page.getByRole('tabpanel');
  const status = page.getByRole('main').getByRole('status');
  const before = await status.first().textContent();
  // Until the end of the test.
  await page.route(/page=2/u, () => {});
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Next' }).click();
  await expect(panel).toHaveAttribute('aria-busy', 'true');
  // As with a download, or a page that comes back from the browser's cache.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await results(page).first().getByRole('link', { name: 'View Post' }).click();
  await expect(panel).toHaveAttribute('aria-busy', 'false');
  await expect(status.first()).toHaveText(before ?? '');
});

test('after an upgrade of the site, the next results come with their own scripts, also those of Back to a URL with a fragment', async ({
  page,
}) => {
  // As a link that was opened in a new tab.
  await open(page, `${listing}?category=insights#kinds`);
  const upgrade = async (route: Route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('<meta name="scripts" content="', '$&/another') });
  };
  const expectNewPage = async (go: () => Promise<unknown>, tab: string) => {
    await page.route(/what-we-think/u, upgrade, { times: 1 });
    await page.evaluate(() => document.documentElement.setAttribute('data-old-page', ''));
    await go();
    await expect(page.locator('html')).not.toHaveAttribute('data-old-page');
    await wakeAll(page);
    await expect(page.getByRole('tab', { selected: true })).toHaveText(tab);
  };
  const tabOfStories = page.getByRole('tab', { name: 'Success Stories' });
  await tabOfStories.click();
  await expect(page).toHaveURL(listing);
  await expectNewPage(() => page.goBack(), 'Insights');
  await expect(page).toHaveURL(`${listing}?category=insights#kinds`);
  await expectNewPage(() => tabOfStories.click(), 'Success Stories');
  await expect(page).toHaveURL(listing);
});

test('pages whose results have been shown leave the memory', async ({ page }) => {
  await page.addInitScript(() => {
    const parse = DOMParser.prototype.parseFromString;
    const parsed: WeakRef<Document>[] = [];
    DOMParser.prototype.parseFromString = function (...from) {
      const document = parse.apply(this, from);
      parsed.push(new WeakRef(document));
      return document;
    };
    Object.assign(window, { parsed });
  });
  await open(page, '/what-we-think');
  for (const name of ['Insights', 'Success Stories', 'Insights']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
  }
  const session = await page.context().newCDPSession(page);
  const counts = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return page.evaluate(() => {
      const { parsed } = window as unknown as { parsed: WeakRef<Document>[] };
      return { parsed: parsed.length, held: parsed.filter((page) => page.deref()).length };
    });
  };
  await expect.poll(counts).toEqual({ parsed: 3, held: 0 });
});

test('View Post stands in the same place of all cards', async ({ page }) => {
  const expectOnePlace = async (width: number, path: string) => {
    await page.setViewportSize({ width, height: 900 });
    await laidOut(page);
    const wrapped = await page.getByRole('link', { name: 'View Post' }).evaluateAll((links) =>
      links.flatMap((link) => {
        const date = link.parentElement?.querySelector('time');
        return date ? link.getBoundingClientRect().top > date.getBoundingClientRect().bottom : [];
      }),
    );
    expect(new Set(wrapped).size, `${path} at ${width} px`).toBe(1);
  };
  await page.goto(`${listing}?category=insights`);
  for (const width of [576, 610]) await expectOnePlace(width, listing);
  const article = '/single/compliance-as-the-keystone/';
  await page.goto(article);
  await expectOnePlace(820, article);
});

test('the filter is a popup whose choices narrow and widen, and that Escape closes; chips take choices away', async ({
  page,
}) => {
  await open(page, `${listing}?category=insights`);
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  for (const name of ['Topics', 'Industries']) await expect(page.getByRole('group', { name })).toBeVisible();
  const topics = page.getByRole('group', { name: 'Topics' });
  await topics.getByRole('checkbox', { name: 'Governance' }).check();
  await page.getByRole('group', { name: 'Industries' }).getByRole('checkbox', { name: 'Healthcare' }).check();
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page.getByRole('button', { name: 'Apply filter' })).toBeHidden();
  await expect(page).toHaveURL(/topic=governance/u);
  await expect(page).toHaveURL(/industry=healthcare/u);
  const both = inCategory('insights').filter(
    ({ topics, industries }) => topics.includes('governance') && industries.includes('healthcare'),
  );
  await expect(results(page)).toHaveCount(Math.min(pageSize, both.length));

  const chips = page.getByRole('list', { name: 'Applied' });
  await chips.getByRole('link', { name: /Healthcare/u }).click();
  await expect(page).not.toHaveURL(/industry=/u);
  const governance = inCategory('insights').filter(({ topics }) => topics.includes('governance'));
  await expect(results(page)).toHaveCount(Math.min(pageSize, governance.length));

  await button.click();
  await topics.getByRole('checkbox', { name: 'Governance' }).uncheck();
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page).toHaveURL(/^(?!.*topic=)/u);
  await expect(results(page)).toHaveCount(pageSize);

  await button.click();
  await expect(page.getByRole('button', { name: 'Apply filter' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Apply filter' })).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('a double click opens no link that its first click has brought under the pointer', async ({ page }) => {
  await open(page, `${listing}?category=insights&topic=cloud&topic=data-engineering&topic=governance`);
  const chips = page.getByRole('list', { name: 'Applied' }).getByRole('link');
  await chips.first().click();
  await expect(chips.first()).toHaveText(/Data Engineering/u);
  // Not `dblclick`, whose second click might come before the results of the first.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await search(page).fill('the');
  await expect(chips).toHaveText([/the/u, /Data Engineering/u, /Governance/u, 'Clear all']);
});

test('a choice made during the previous request is not lost', async ({ page }) => {
  await open(page, `${listing}?category=insights`);
  // The first response waits for the second choice.
  const held = Promise.withResolvers<void>();
  const request = page.waitForRequest(/topic=cloud/u);
  await page.route(/what-we-think\?.*topic=cloud(?!.*governance)/u, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const topics = page.getByRole('group', { name: 'Topics' });
  await topics.getByRole('checkbox', { name: 'Cloud' }).check();
  await request;
  await topics.getByRole('checkbox', { name: 'Governance' }).check();
  held.resolve();
  await expect(page).toHaveURL(/topic=cloud&topic=governance/u);
  for (const name of ['Cloud', 'Governance']) await expect(topics.getByRole('checkbox', { name })).toBeChecked();
  await expect(page.getByRole('list', { name: 'Applied' }).getByRole('link', { name: 'Governance' })).toBeVisible();
});

test('a space remains after a pause, which sends no request, and when the word after it is deleted', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, `${listing}?category=insights`);
  await stopTime(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`${listing}?`)) requested.push(request.url());
  });
  await search(page).pressSequentially('zero ');
  await page.clock.runFor(400);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('zero');
  await page.clock.runFor(2000);
  await expect(search(page)).toHaveValue('zero ');
  await search(page).pressSequentially('trust');
  await page.clock.runFor(400);
  const applied = page.getByRole('list', { name: 'Applied' });
  await expect(applied).toContainText('“zero trust”');
  expect(requested).toHaveLength(2);

  for (const _ of 'trust') await search(page).press('Backspace');
  await page.clock.runFor(400);
  await expect(applied).toContainText('“zero”');
  await search(page).pressSequentially('day');
  await expect(search(page)).toHaveValue('zero day');
});

test.describe('input that was not searched yet', () => {
  const word = insight.title.split(' ')[0] ?? '';

  test('stays in the URL with a tab, another page and a chip; Back and Forward restore the results; it goes with the search', async ({
    page,
  }) => {
    await page.clock.install();
    const applied = page.getByRole('list', { name: 'Applied' });
    const inInsights = { category: 'insights', search: word };
    const expectSearched = async (act: () => Promise<void>, expected: Record<string, string>) => {
      const start = page.url();
      const before = await titles(page).allTextContents();
      await stopTime(page);
      await search(page).fill(word);
      await act();
      await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expected);
      await page.clock.resume();
      await expect(search(page)).toHaveValue(word);
      await expect(applied).toContainText(word);
      const after = await titles(page).allTextContents();

      await page.goBack();
      await expect(page).toHaveURL(start);
      await expect(search(page)).toHaveValue('');
      await expect.poll(() => titles(page).allTextContents()).toEqual(before);
      await page.goForward();
      await expect(search(page)).toHaveValue(word);
      await expect.poll(() => titles(page).allTextContents()).toEqual(after);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expected);
    };
    await open(page, listing);
    await expectSearched(() => page.getByRole('tab', { name: 'Insights' }).click(), inInsights);
    await page.goBack();
    await expect(applied).toHaveCount(0);
    await expectSearched(() => page.getByRole('tab', { name: 'Success Stories' }).press('ArrowRight'), inInsights);
    await open(page, `${listing}?category=insights&page=2`);
    // The first page of the new search.
    await expectSearched(() => pagination(page).getByRole('link', { name: 'Previous' }).click(), inInsights);
    await open(page, `${listing}?category=insights&topic=cloud&topic=governance`);
    const chip = applied.getByRole('link', { name: 'Cloud' });
    await expectSearched(() => chip.click(), { ...inInsights, topic: 'governance' });

    await stopTime(page);
    await search(page).fill(`${word} and more`);
    await applied.getByRole('link', { name: 'Clear all' }).click();
    await expect(search(page)).toHaveValue('');
    await page.clock.resume();
    await expect(page).toHaveURL(`${listing}?category=insights`);
  });

  test('and more input until a tab has loaded is searched in that tab', async ({ page }) => {
    await open(page, listing);
    const held = Promise.withResolvers<void>();
    const request = page.waitForRequest(/what-we-think\?category=insights(?!&search)/u);
    await page.route(/what-we-think\?category=insights(?!&search)/u, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('tab', { name: 'Insights' }).click();
    await request;
    const isLedOn = page.waitForRequest(/what-we-think\?category=insights&search/u);
    await search(page).pressSequentially(word);
    await isLedOn;
    held.resolve();
    await expect(page).toHaveURL(`${listing}?category=insights&search=${word}`);
    await expect(search(page)).toHaveValue(word);
    await page.goBack();
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Success Stories');
  });

  test('do not interrupt the way to an article', async ({ page }) => {
    await page.clock.install();
    await open(page, listing);
    // The article takes longer to arrive than all that follows.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await stopTime(page);
    await search(page).fill(word);
    await results(page).first().getByRole('link').first().click();
    await page.clock.runFor(2000);
    expect(requested.filter((address) => address.includes(`${listing}?`))).toEqual([]);
    // The clock runs, and a word is searched.
    await search(page).fill(`${word} `);
    await page.clock.runFor(2000);
    expect(requested.filter((address) => address.includes(`${listing}?`))).toHaveLength(1);
  });
});

test('without a connection the page stays, and shows the results once there is one', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/ERR_INTERNET_DISCONNECTED/u);
  await open(page, listing);
  await page.waitForLoadState('networkidle');
  const before = await results(page).count();
  await context.setOffline(true);
  await search(page).fill(insight.title);
  await search(page).press('Enter');
  await expect(page.getByRole('tabpanel')).toHaveAttribute('aria-busy', 'true');
  const status = page.getByRole('main').getByRole('status').first();
  await expect(status).toContainText('Loading...');
  await expect(results(page)).toHaveCount(before);
  // The results in place are those of the fields and the tab again.
  await search(page).fill('');
  await expect(status).not.toContainText('Loading...');
  await page.getByRole('tab', { name: 'Insights' }).click();
  await expect(status).toContainText('Loading...');
  await page.getByRole('tab', { name: 'Success Stories' }).click();
  await expect(status).not.toContainText('Loading...');
  await search(page).fill(insight.title);
  await search(page).press('Enter');
  // Another search takes the place of the one that waits.
  await search(page).fill('zzzzqq');
  await search(page).press('Enter');
  await context.setOffline(false);
  await expect(page.getByText('No results found.')).toBeVisible();
  await expect(page).toHaveURL(/search=zzzzqq/u);
  await expect(search(page)).toHaveValue('zzzzqq');
});

test('a link to a removed topic finds nothing, its URL stays, and only its own chip removes the topic', async ({
  page,
}) => {
  const removed = `${listing}?category=insights&topic=%22removed%22`;
  await page.clock.install();
  await open(page, `${removed}&topic=governance`);
  await stopTime(page);
  await page.clock.runFor(2000);
  await expect(page).toHaveURL(`${removed}&topic=governance`);
  await expect(page.getByText('No results found.')).toHaveCount(0);
  await page.clock.resume();
  const chip = (name: RegExp) => page.getByRole('list', { name: 'Applied' }).getByRole('link', { name });
  await chip(/^Governance/u).click();
  await expect(page).toHaveURL(removed);
  await expect(page.getByText('No results found.')).toBeVisible();
  await search(page).fill(insight.title);
  await search(page).press('Enter');
  await expect(page).toHaveURL(/search=.*&topic=%22removed%22/u);
  await page.goBack();
  await chip(/^"removed"/u).click();
  await expect(page).toHaveURL(`${listing}?category=insights`);
  await expect(results(page)).toHaveCount(pageSize);
});

/** Returns whether something covers the middle of an element. */
const isCovered = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return !node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('in low windows, filter choices and their buttons can be seen', { tag: '@narrow' }, async ({ page }) => {
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  const apply = page.getByRole('button', { name: 'Apply filter' });
  // A phone in landscape.
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, listing);
  await filter.click();
  expect(await isCovered(filter)).toBe(false);
  for (const name of ['Topics', 'Industries']) {
    const choices = page.getByRole('group', { name }).getByRole('checkbox');
    await expect(choices.first()).toBeInViewport({ ratio: 1 });
    await expect(apply).toBeInViewport({ ratio: 1 });
    await choices.last().focus();
    await expect(choices.last()).toBeInViewport({ ratio: 1 });
    await choices.first().focus();
  }
  await page.keyboard.press('Escape');
  await expect(apply).toBeHidden();

  // A zoom of 400 % (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  await filter.click();
  expect(await isCovered(filter)).toBe(false);
  for (const choice of await page.getByRole('group').getByRole('checkbox').all()) {
    await choice.focus();
    await expect(choice).toBeInViewport({ ratio: 1 });
    expect(await isCovered(choice)).toBe(false);
  }
});

test('the tick of a choice has the colour that belongs to its ground in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(`${listing}?category=insights&topic=cloud`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const box = page.getByRole('group', { name: 'Topics' }).getByRole('checkbox', { checked: true });
  const colours = await box.evaluate((input) => {
    input.insertAdjacentHTML('afterend', '<mark id="system">Text</mark>');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#system { forced-color-adjust: none; color: HighlightText; background: Highlight }');
    document.adoptedStyleSheets.push(sheet);
    const system = getComputedStyle(document.querySelector('#system') as Element);
    const ground = getComputedStyle(input).backgroundColor;
    return [ground, getComputedStyle(input, '::after').borderBottomColor, system.backgroundColor, system.color];
  });
  expect(colours.slice(0, 2)).toEqual(colours.slice(2));
});

test('the focus moves to the results when its control disappears or leads to another page, and stays in the search', async ({
  page,
}) => {
  const panel = page.getByRole('tabpanel');
  await open(page, `${listing}?category=insights&topic=governance`);
  await page.getByRole('list', { name: 'Applied' }).getByRole('link', { name: 'Governance' }).press('Enter');
  await expect(page).not.toHaveURL(/topic=/u);
  await expect(panel).toBeFocused();

  const last = Math.ceil(inCategory('insights').length / pageSize);
  await pagination(page)
    .getByRole('link', { name: `Page ${last - 1}` })
    .press('Enter');
  await expect(page).toHaveURL(new RegExp(`page=${last - 1}`, 'u'));
  await expect(panel).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(results(page).first().getByRole('link').first()).toBeFocused();
  await pagination(page).getByRole('link', { name: 'Next' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`page=${last}`, 'u'));
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('status')).toContainText(`page ${last} of ${last}`);

  await search(page).fill('bridge');
  await expect(page).toHaveURL(`${listing}?category=insights&search=bridge`);
  await expect(page.getByRole('list', { name: 'Applied' })).toContainText('bridge');
  await expect(search(page)).toBeFocused();
});

test('pages have numbers, Previous and Next, and put the results at the middle of the window', async ({ page }) => {
  await open(page, `${listing}?category=insights`);
  const pages = Math.ceil(inCategory('insights').length / pageSize);
  for (let number = 1; number <= pages; number += 1) {
    await expect(pagination(page).getByRole('link', { name: `Page ${number}` })).toBeVisible();
  }
  await expect(pagination(page).getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await expect(pagination(page).getByText('Previous')).toHaveAttribute('aria-disabled', 'true');
  const firstOfAll = await titles(page).first().textContent();
  await pagination(page).getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/u);
  await expect(pagination(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(await titles(page).first().textContent()).not.toBe(firstOfAll);
  const height = page.viewportSize()?.height ?? 0;
  const top = () => page.getByRole('tabpanel').evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await top()) - height / 2)).toBeLessThan(60);
  await pagination(page).getByRole('link', { name: 'Previous' }).click();
  await expect(page).not.toHaveURL(/page=/u);
  await expect(results(page).first()).toContainText(firstOfAll ?? '');
});

test('Back and Forward restore each state, and a reload keeps it', async ({ page }) => {
  await open(page, listing);
  await page.getByRole('tab', { name: 'Insights' }).click();
  // The URL changes first, the list and its links with the next rendering.
  await expect(results(page).first()).toContainText('minute read');
  await pagination(page).getByRole('link', { name: 'Page 2' }).click();
  await expect(pagination(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  const there = await titles(page).allTextContents();
  const height = page.viewportSize()?.height ?? 0;
  const top = () => page.getByRole('tabpanel').evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await top()) - height / 2)).toBeLessThan(60);
  await page.goBack();
  await expect(page).toHaveURL(`${listing}?category=insights`);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Insights');
  await expect
    .poll(async () => Math.abs((await pagination(page).boundingBox())?.y ?? height), 'where one was')
    .toBeLessThan(height);
  await page.goBack();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Success Stories');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(/page=2/u);
  await expect.poll(() => titles(page).allTextContents()).toEqual(there);
  await page.reload();
  await expect.poll(() => titles(page).allTextContents()).toEqual(there);
});

test('Back from few results restores a position that is below their end', async ({ page }) => {
  await open(page, `${listing}?category=insights`);
  const top = () => page.evaluate(() => scrollY);
  // Without the focus, which would scroll to the field; once the page has noticed that it is scrolled.
  await search(page).evaluate(async (field: HTMLInputElement) => {
    const isScrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    await isScrolled;
    field.value = 'nothingbears';
  });
  const before = await top();
  await search(page).dispatchEvent('input');
  await expect(page.getByText('No results found.')).toBeVisible();
  expect(await top(), 'the page is shorter now').toBeLessThan(before);
  await page.goBack();
  await expect(results(page)).toHaveCount(pageSize);
  await expect.poll(top).toBe(before);
});

test('an insight has its breadcrumb and related posts', async ({ page }) => {
  await page.goto(`/single/${insight.slug}/`);
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(breadcrumb.getByRole('link', { name: 'Insights' })).toHaveAttribute(
    'href',
    /^\/what-we-think\/?\?category=insights$/u,
  );
  expect(await breadcrumb.ariaSnapshot(), 'its slashes are not read out').not.toContain('text: /');
  const here = breadcrumb.getByRole('listitem').last();
  await expect(here).toHaveText(insight.title);
  await expect(here).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Scroll to the next section' })).toHaveCount(0);
  // Success stories among them have a description, too.
  const related = page.getByRole('group', { name: 'You may also like' }).getByRole('article');
  await expect(related).toHaveCount(relatedLimit);
  await expect(related.filter({ hasNot: page.getByRole('paragraph') })).toHaveCount(0);
  await breadcrumb.getByRole('link', { name: 'Insights' }).click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Insights');
});

test('what passes an article on is read and reached after its text, as phones show it', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto(`/single/${insight.slug}/`);
  await laidOut(page);
  const headings = page.getByRole('article').first().getByRole('heading');
  const passing = headings.last();
  await expect(passing).toHaveText('Pass it on');
  const [before, there] = await Promise.all([headings.nth(-2).boundingBox(), passing.boundingBox()]);
  expect(there?.y).toBeGreaterThan(before?.y ?? 0);
});

test('code and tables are tab stops only while they scroll', async ({ page }) => {
  await page.goto('/single/consent-is-a-property-of-the-pipeline/');
  const [code, table] = [page.getByRole('main').locator('pre'), page.getByRole('main').getByRole('table')];
  for (const width of [1440, 320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(code).toHaveAttribute('tabindex', width === 320 ? '0' : '-1');
    await expect(table).toHaveAttribute('tabindex', '-1');
  }
});

test('a number in a table stays beside its unit', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/single/the-quote-nobody-dared-to-send/');
  const numbers = page.getByRole('main').locator('td[align="right"]');
  await expect(numbers.first()).toHaveText('50 min');
  const lines = await numbers.evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('the button that copies the URL of an article shows and selects it if the browser refuses', async ({
  page,
  context,
  site,
}) => {
  const url = `${site.origin}/single/${insight.slug}/`;
  await open(page, url);
  const button = page.getByRole('button', { name: 'Copy the address' });
  const status = button.locator('xpath=..').getByRole('status');
  // From now on every permission that is not granted is denied.
  await context.grantPermissions([]);
  await button.click();
  await expect(status).toHaveText(url);
  expect(await page.evaluate(() => String(getSelection()))).toBe(url);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button.click();
  await expect(status).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

test(
  'related posts: three in view with arrows on wide screens, one with dots on phones',
  { tag: '@every-width' },
  async ({ page }, { project }) => {
    await open(page, `/single/${story.slug}/`);
    const carousel = page.getByRole('group', { name: 'You may also like' });
    await carousel.scrollIntoViewIfNeeded();
    const row = await carousel.boundingBox();
    const inView = () =>
      carousel.locator('[aria-roledescription="slide"]').evaluateAll(
        (slides, [left, right]) =>
          slides.flatMap((slide, index) => {
            const box = slide.getBoundingClientRect();
            return box.left >= (left ?? 0) - 2 && box.right <= (right ?? 0) + 2 ? [index + 1] : [];
          }),
        [row?.x ?? 0, (row?.x ?? 0) + (row?.width ?? 0)],
      );
    const arrow = (name: string) => carousel.getByRole('button', { name, exact: true });
    if (project.name === 'wide') {
      expect(await inView()).toEqual([1, 2, 3]);
      await arrow('Next').click();
      await expect.poll(inView).toEqual([2, 3, 4]);
      await arrow('Previous').click();
      await expect.poll(inView).toEqual([1, 2, 3]);
      await expect(carousel.getByRole('button', { name: 'Go to slide 1' })).toBeHidden();
    } else {
      expect(await inView()).toEqual([1]);
      await carousel.getByRole('button', { name: 'Go to slide 2' }).click();
      await expect.poll(inView).toEqual([2]);
      await expect(arrow('Next')).toBeHidden();
    }
  },
);

test('related posts advance every 3 s and stop at their end: Next is disabled, and autoplay rests', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await open(page, `/single/${story.slug}/`);
  const carousel = page.getByRole('group', { name: 'You may also like' });
  await approachCarousel(carousel);
  await stopTime(page);
  await page.mouse.move(5, 5);
  const slides = carousel.locator('[aria-roledescription="slide"]');
  const next = carousel.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toHaveAttribute('aria-disabled', 'false');
  expectInterval(await startsOfMoves(slides.first(), 7000), 3000);

  await page.clock.runFor((await slides.count()) * 3500);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  const end = await slides.last().boundingBox();
  await page.clock.runFor(10_000);
  expect(await slides.last().boundingBox()).toEqual(end);
  await next.press('Enter');
  await page.clock.runFor(2000);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
  await carousel.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(next).toHaveAttribute('aria-disabled', 'false');
});

test('a translation into Arabic turns related posts and the filter around', async ({ page }) => {
  const turn = () => page.locator('html').evaluate((root: HTMLElement) => Object.assign(root, { dir: 'rtl' }));
  const [wide, narrow] = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];
  await open(page, `/single/${story.slug}/`);
  await turn();
  const carousel = page.getByRole('group', { name: 'You may also like' });
  for (const [window, control, shown] of [
    [wide, 'Next', 2],
    [narrow, 'Go to slide 3', 3],
  ] as const) {
    await page.setViewportSize(window);
    await approachCarousel(carousel);
    await carousel.getByRole('button', { name: control, exact: true }).click();
    await expect(carousel.getByRole('group', { name: `${shown} of ${relatedLimit}` })).toBeInViewport({ ratio: 0.9 });
    await expect(carousel.getByRole('group', { name: /^1 of/u })).not.toBeInViewport({ ratio: 0.5 });
  }

  await open(page, listing);
  await turn();
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  for (const window of [narrow, wide]) {
    await page.setViewportSize(window);
    await filter.click();
    const popup = await page.getByRole('group', { name: 'Topics' }).boundingBox();
    expect(popup?.x).toBeGreaterThanOrEqual(0);
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThanOrEqual(window.width);
    await filter.press('Escape');
  }
});

test('nested quotations and marked words match the text around them', async ({ page }) => {
  await page.goto(`/single/${insight.slug}/`);
  const heading = page.getByRole('article').first().getByRole('heading', { level: 2 }).first();
  const paragraph = heading.locator('xpath=following-sibling::p[1]');
  const { sizes, ground } = await paragraph.evaluate((element) => {
    element.insertAdjacentHTML(
      'afterend',
      '<blockquote><p>B</p><blockquote><p>C</p></blockquote></blockquote><p><mark>D</mark></p>',
    );
    const added = [...document.querySelectorAll('article :is(blockquote p, p:has(mark))')].slice(-3);
    return {
      sizes: [element, ...added].map((each) => getComputedStyle(each).fontSize),
      ground: getComputedStyle(document.querySelector('mark') as Element).backgroundColor,
    };
  });
  expect(sizes).toEqual(Array(4).fill(sizes[0]));
  expect(ground, 'not the yellow of browsers').not.toBe('rgb(255, 255, 0)');
});
