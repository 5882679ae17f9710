import { test } from 'vitest';
import { people } from '../harness/content.ts';
import { describeInEngines, narrow, wide } from './harness.ts';
import type { Target } from './in-page.ts';

// The menu, the filter and biographies in browsers that do not know popovers: Safari before 17, Chrome before 114, Firefox before 125.

const webKit = globalThis.engines.filter(({ name }) => name === 'WebKit');
const person = people.leadership.find(({ bio }) => bio);
if (!person) throw new Error('Somebody has a bio');

describeInEngines((openPage) => {
  const open: typeof openPage = async (path, size) => {
    const page = await openPage(path, { ...size, popovers: false });
    await page.expectThat(() => page.evaluate(() => 'showPopover' in HTMLElement.prototype), 'popovers').toBe(true);
    return page;
  };

  test('the phone menu opens and closes, and its links work', async () => {
    const menu: Target = { role: 'dialog', name: 'Menu' };
    const page = await open('/ventures', narrow);
    await page.expectNone(menu);
    await page.click({ role: 'button', name: 'Open menu' });
    await page.expectPopupInsideViewport('Open menu');
    await page.click({ role: 'button', name: 'Close menu', inside: menu });
    await page.expectNone(menu);
    await page.click({ role: 'button', name: 'Open menu' });
    await page.click({ role: 'link', name: 'Contact Us', inside: menu });
    await page.expectUrl('/contact-us');
  });

  test('the filter covers nothing, opens inside the viewport, and applies', async () => {
    const apply: Target = { role: 'button', name: 'Apply filter' };
    const page = await open('/what-we-think?category=insights', narrow);
    await page.expectNone(apply);
    await page.click({ role: 'button', name: 'Filter' });
    await page.expectPopupInsideViewport('Filter');
    await page.click({ role: 'checkbox', name: 'Governance' });
    await page.click(apply);
    await page.expectNone(apply);
    await page.expectUrl('/what-we-think?category=insights&topic=governance');
  });

  test('a bio panel is closed, opens inside the viewport, and closes with Escape', async () => {
    const opener: Target = { role: 'button', name: `Additional Bio of ${person.name}` };
    const panel: Target = { role: 'dialog', name: person.name };
    const page = await open('/who-we-are', wide);
    await page.expectNone(panel);
    await page.click(opener);
    await page.expectPopupInsideViewport(person.name);
    await page.press('Escape');
    await page.expectNone(panel);
    await page.expectOne(opener, { expanded: 'false', focused: true });
  });
}, webKit);
