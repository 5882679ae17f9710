import { test } from '../harness/browser.ts';
import { expectRoomForLargeText } from '../harness/layout.ts';
import { pathOfPosition } from '../harness/routes.ts';

// Text at 200 % on a phone: nothing is cut off and nothing scrolls sideways (WCAG 1.4.4, 1.4.10), in states that `routes.test.ts` does not check.

const paths = [
  '/what-we-think?category=insights',
  '/what-we-think?category=insights&search=nothing-is-called-this',
  '/message-sent',
  '/nowhere',
];

test.beforeEach(({ page, noise }) => {
  noise.allow(/404/u);
  return page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const path of [...paths, 'a position']) {
  test(`${path} fits 390 and 320 px with text at 200 %`, async ({ page, request }) => {
    await page.goto(path === 'a position' ? await pathOfPosition(request) : path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectRoomForLargeText(page);
  });
}
