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
    test(`the bio panels of a row open inside the viewport at ${viewport.width} x ${viewport.height}, and close`, async () => {
      const page = await open('/who-we-are', viewport);
      const names = withBio.slice(0, 3).map(({ name }) => name);
      for (const name of names) {
        await page.click(openerOf(name));
        await page.expectOne(panelOf(name));
        await page.expectPopupInsideViewport(name);
        if (name === names.at(-1)) await page.press('Escape');
        else await page.click({ role: 'button', name: 'Close', inside: panelOf(name) });
        await page.expectNone(panelOf(name));
      }
      const last = openerOf(names.at(-1) ?? '');
      await page.expectOne(last, { expanded: 'false', focused: true });
    });
  }

  test('a bio panel opens without JavaScript', async () => {
    const page = await open('/who-we-are', { ...wide, javaScript: false });
    await page.click(openerOf(person.name));
    await page.expectOne(panelOf(person.name), { text: new RegExp(`^${person.name}`, 'u') });
  });
});
