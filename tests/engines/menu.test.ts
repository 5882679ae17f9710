import { expect, test } from 'vitest';
import { site } from '../harness/content.ts';
import { describeInEngines, narrow, wide } from './harness.ts';
import type { Target } from './in-page.ts';

// Header navigation (Specification 2, Header navigation; Contract, What assistive technology and tests can rely on).

const withPages = site.navigation.find(({ items }) => items);
const [inside] = withPages?.items ?? [];
if (!withPages || !inside) throw new Error('The navigation has an item with pages inside');
const { label } = withPages;

const opener: Target = { role: 'button', name: 'Open menu' };
const menu: Target = { role: 'dialog', name: 'Menu' };

/** The disclosure button of the item with pages inside, and a link that it discloses. */
const partsOf = (place: Target) => ({
  disclosure: { role: 'button', name: new RegExp(`^${label}`, 'u'), inside: place },
  link: { role: 'link', name: inside.label, inside: place },
});

describeInEngines((open) => {
  test('a dropdown of the wide header opens inside the viewport, and closes by Escape and when the mouse leaves', async () => {
    const page = await open('/ventures', wide);
    const { disclosure, link } = partsOf({ role: 'banner' });
    await page.expectOne(disclosure, { expanded: 'false' });
    await page.expectNone(link);
    await page.click(disclosure);
    await page.expectOne(disclosure, { expanded: 'true' });
    await page.expectPopupInsideViewport(label);
    await page.press('Escape');
    await page.expectNone(link);
    await page.expectOne(disclosure, { expanded: 'false', focused: true });
    await page.click(disclosure);
    await page.click(link);
    await page.expectUrl(inside.to);
    await page.clickAt(5, 700);
    await page.expectNone(link);
  });

  test('the phone menu opens inside the viewport, discloses the pages of an item, and closes, also when one is chosen', async () => {
    const page = await open('/ventures', narrow);
    const { disclosure, link } = partsOf(menu);
    await page.click(opener);
    await page.expectPopupInsideViewport('Open menu');
    for (const item of site.navigation) await page.expectOne({ role: 'link', name: item.label, inside: menu });
    await page.click({ role: 'button', name: 'Close menu', inside: menu });
    await page.expectNone(menu);
    await page.click(opener);
    await page.expectNone(link);
    await page.click(disclosure);
    await page.expectOne(disclosure, { expanded: 'true' });
    await page.click(link);
    await page.expectUrl(inside.to);
    await page.expectNone(menu);
    expect(await page.all(opener)).toHaveLength(1);
  });

  test('the phone menu opens and closes, and its links work, with JavaScript off', async () => {
    const page = await open('/ventures', { ...narrow, javaScript: false });
    await page.click(opener);
    for (const item of site.navigation) await page.expectOne({ role: 'link', name: item.label, inside: menu });
    await page.click({ role: 'button', name: 'Close menu', inside: menu });
    await page.expectNone(menu);
    await page.click(opener);
    await page.click({ role: 'link', name: 'Contact Us', inside: menu });
    await page.expectUrl('/contact-us');
  });
});
