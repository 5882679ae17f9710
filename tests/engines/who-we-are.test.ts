import { test } from 'vitest';
import { people } from '../harness/content.ts';
import { describeInEngines, viewports, wide } from './harness.ts';
import type { Target } from './in-page.ts';

// Bio panels of the team (Specification 2, Who We Are: Team).

const withBio = people.leadership.filter(({ bio }) => bio);
const [person] = withBio;
if (!person) throw new Error('Somebody has a bio');

const openerOf = (name: string): Target => ({ role: 'button', name: `Additional Bio of ${name}` });
const panelOf = (name: string): Target => ({ role: 'dialog', name });

describeInEngines((open) => {
  for (const viewport of viewports) {
    test(`the bio panels of a row open inside the viewport at ${viewport.width} x ${viewport.height}`, async () => {
      const page = await open('/who-we-are', viewport);
      for (const { name } of withBio.slice(0, 3)) {
        await page.click(openerOf(name));
        await page.expectOne(panelOf(name));
        await page.expectPopupInsideViewport(name);
        await page.click({ role: 'button', name: 'Close', inside: panelOf(name) });
        await page.expectNone(panelOf(name));
      }
    });
  }

  test('a bio panel closes with Escape, and the focus returns', async () => {
    const page = await open('/who-we-are', wide);
    await page.click(openerOf(person.name));
    await page.expectOne(openerOf(person.name), { expanded: 'true' });
    await page.press('Escape');
    await page.expectNone(panelOf(person.name));
    await page.expectOne(openerOf(person.name), { expanded: 'false', focused: true });
  });

  test('a bio panel opens without JavaScript', async () => {
    const page = await open('/who-we-are', { ...wide, javaScript: false });
    await page.click(openerOf(person.name));
    await page.expectOne(panelOf(person.name), { text: new RegExp(`^${person.name}`, 'u') });
  });
});
