import type { Page } from '@playwright/test';
import { expect, laidOut, test } from '../harness/browser.ts';
import { people, sectionHeading } from '../harness/content.ts';

// The team and its bio panels (Specification 2, Who We Are: Team; 4; Ruling 14).

const everyone = [...people.leadership, ...people.advisors];
// In different rows: an open panel covers its neighbours.
const [first, second] = [people.leadership, people.advisors].map((team) => team.find(({ bio }) => bio));
if (!first || !second) throw new Error('Somebody of each team has a bio');

const card = (page: Page, name: string) =>
  page
    .locator('#ourteam')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
const opener = (page: Page, name: string) => card(page, name).getByRole('button', { name: /^Additional Bio/u });
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

test('4 leaders and 10 advisers: photos, names, posts and profiles, every third card of a team offset, above five stories', async ({
  page,
}) => {
  await page.goto('/who-we-are');
  expect(people.leadership).toHaveLength(4);
  expect(people.advisors).toHaveLength(10);
  await laidOut(page);
  const shown = await page
    .locator('#ourteam')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .evaluateAll((cards) =>
      cards.map((element) => {
        const link = element.querySelector('a');
        return {
          name: element.querySelector('h3')?.textContent,
          post: element.querySelector('h3 + p')?.textContent,
          hasPhoto: element.querySelector('img')?.checkVisibility(),
          hasBio: element.querySelector('button[popovertarget]')?.checkVisibility() ?? false,
          profile: link && [link.getAttribute('href'), link.target, /^Additional Bio/u.test(link.textContent ?? '')],
        };
      }),
    );
  expect(shown).toEqual(
    everyone.map(({ name, post, linkedin, bio }) => ({
      name,
      post,
      hasPhoto: true,
      hasBio: bio !== '',
      // A person without a bio shows only the profile, by the words of the bio.
      profile: linkedin === '/' ? null : [linkedin, '_blank', bio === ''],
    })),
  );
  expect(everyone.filter(({ linkedin }) => linkedin === '/')).toHaveLength(1);

  for (const team of [people.leadership, people.advisors]) {
    const tops = await Promise.all(
      team.map(async ({ name }) => (await card(page, name).locator('img').boundingBox())?.y ?? 0),
    );
    if (team === people.leadership) expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(100);
    for (let row = 0; row + 1 < tops.length; row += 3) {
      const [offset = 0, straight = 0, alsoStraight = straight] = tops.slice(row, row + 3);
      expect.soft(Math.abs(straight - alsoStraight)).toBeLessThan(2);
      expect.soft(Math.abs(offset - straight)).toBeGreaterThan(10);
    }
  }
  const stories = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: sectionHeading('/who-we-are', 'stories') }) });
  await expect(stories.getByRole('heading', { level: 3 })).toHaveCount(5);
});

test('on phones, controls of neighbours are on one line', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/who-we-are');
  await laidOut(page);
  // The first leader's post takes two lines, the second one's takes one.
  const bios = page.getByRole('button', { name: /^Additional Bio/u });
  const [first, second] = await Promise.all([bios.nth(0).boundingBox(), bios.nth(1).boundingBox()]);
  expect(first?.x).not.toBe(second?.x);
  expect(first?.y).toBe(second?.y);
  // A name of two lines moves no post away from its own name.
  const gaps = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: bios })
    .getByRole('heading', { level: 3 })
    .evaluateAll((names) =>
      names.map((name) => {
        const post = name.nextElementSibling?.getBoundingClientRect();
        return Math.round((post?.top ?? 0) - name.getBoundingClientRect().bottom);
      }),
    );
  expect(new Set(gaps).size, String(gaps)).toBe(1);
});

test('one bio panel is open at a time, and closes by Close, Escape, a second press and a focus elsewhere', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/who-we-are');
  await laidOut(page);
  const firstWords = first.bio.split(/\s+/u).slice(0, 6).join(' ');

  await opener(page, first.name).click();
  await expect(panel(page, first.name)).toBeVisible();
  await expect(panel(page, first.name)).toContainText(firstWords);

  await opener(page, second.name).click();
  await expect(panel(page, second.name)).toBeVisible();
  await expect(panel(page, first.name)).toBeHidden();

  await panel(page, second.name).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page, second.name)).toBeHidden();

  await opener(page, first.name).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page, first.name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page, first.name)).toBeHidden();
  await expect(opener(page, first.name)).toBeFocused();

  await opener(page, first.name).click();
  await expect(panel(page, first.name)).toBeVisible();
  await opener(page, first.name).press('Enter');
  await expect(panel(page, first.name)).toBeHidden();

  // It would cover the next control.
  await opener(page, first.name).press('Enter');
  const close = panel(page, first.name).getByRole('button', { name: 'Close' });
  await close.focus();
  await opener(page, first.name).focus();
  await expect(close).toBeVisible();
  await close.press('Tab');
  await expect(close).toBeHidden();
});

test('an open bio panel covers its neighbours wholly or not at all, so that no name sticks out', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/who-we-are');
  await laidOut(page);
  for (const team of [people.leadership, people.advisors.slice(0, 6)]) {
    for (const { name } of team.filter(({ bio }) => bio)) {
      await opener(page, name).click();
      await expect(panel(page, name)).toBeVisible();
      const neighbours = await card(page, name).evaluate(coverOfNeighbours);
      expect(neighbours.length).toBeGreaterThanOrEqual(team.length - 1);
      for (const { neighbour, portrait, words } of neighbours)
        expect.soft(words, `${name} over ${neighbour}`).toBe(portrait);
      await page.keyboard.press('Escape');
    }
  }
});

/**
 * Finds what the open panel of a card covers of the others in its list. All boxes are of one moment: opening a panel may scroll.
 * Runs in the page.
 */
function coverOfNeighbours(card: Element): { neighbour: string; portrait: boolean; words: boolean }[] {
  const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
  const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
  const sheet = boxOf(card.querySelector(':popover-open'));
  return [...(card.parentElement?.children ?? [])]
    .filter((other) => other !== card)
    .map((other) => {
      const name = other.querySelector('h3');
      const portrait = boxOf(other.querySelector('img'));
      const x = portrait.left + portrait.width / 2;
      const isCovered = (y: number) => x > sheet.left && x < sheet.right && y > sheet.top && y < sheet.bottom;
      return {
        neighbour: name?.textContent ?? '',
        portrait: isCovered(middleOf(portrait)),
        words: isCovered(middleOf(boxOf(name))),
      };
    });
}

test('an open bio panel stays within the window', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/who-we-are');
  await laidOut(page);
  // A row of four and two of two, also in a translation into Arabic.
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const direction of ['ltr', 'rtl']) {
      await page.locator('html').evaluate((root: HTMLElement, dir) => Object.assign(root, { dir }), direction);
      for (const { name } of people.leadership) {
        await opener(page, name).click();
        const box = await panel(page, name).boundingBox();
        const what = `${name}, ${direction}, ${width} px`;
        expect.soft(box?.x, what).toBeGreaterThanOrEqual(0);
        expect.soft((box?.x ?? 0) + (box?.width ?? 0), what).toBeLessThanOrEqual(width);
        await page.keyboard.press('Escape');
      }
    }
  }
});

test('a word of 14 letters has a line in the narrow column of a claim', async ({ page }) => {
  await page.goto('/who-we-are');
  for (const width of [1000, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const heading = page.getByRole('heading', { name: sectionHeading('/who-we-are', 'forces') });
    const lines = await heading.locator('xpath=following::p[1]').evaluate(async (statement) => {
      await document.fonts.ready;
      statement.textContent = 'Transformation';
      const range = new Range();
      range.selectNodeContents(statement);
      return range.getClientRects().length;
    });
    expect.soft(lines, `${width} px`).toBe(1);
  }
});
