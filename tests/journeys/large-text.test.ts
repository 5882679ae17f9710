import { expect, test } from '../helpers/browser.ts';
import { expectNoClippedWords, expectNoSidewaysScroll } from '../helpers/layout.ts';
import { pathOfPosition, routes } from '../helpers/routes.ts';

// Text at 200 % on a phone: nothing is cut off and nothing scrolls sideways (WCAG 1.4.4, 1.4.10), on any route.

const paths = [
  ...routes,
  '/what-we-think?category=insights&search=nothing-is-called-this',
  '/message-sent',
  '/nowhere',
];

test.beforeEach(({ page, noise }, { project }) => {
  test.skip(project.name !== 'narrow');
  noise.allow(/404/u);
  return page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const path of [...paths, 'a position']) {
  test(`${path} fits 390 and 320 px with text at 200 %`, async ({ page, request }) => {
    await page.goto(path === 'a position' ? await pathOfPosition(request) : path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page, `${width} px`);
      await expectNoClippedWords(page, `${width} px`);
    }
  });
}
