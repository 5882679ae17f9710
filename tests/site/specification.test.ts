import { beforeAll, describe, expect, test } from 'vitest';
import { type SharedSite, sharedSite } from './app.ts';
import { elementsOf, type HtmlElement } from './html.ts';
import { footerLinks, headerLinks, specification } from './specification.ts';

// The sample content contains the texts that the specification quotes; with `content.test.ts`, the only tests that a change of the
// site's own texts may fail.

let site: SharedSite;
beforeAll(async () => {
  site = await sharedSite();
});

const normalized = (text: string) => text.replace(/\s+/gu, ' ').trim();
const inMain = (html: string) => elementsOf(/<main[ >].*<\/main>/su.exec(html)?.[0] ?? '');

function textOf(elements: readonly HtmlElement[], name: string): string | undefined {
  const found = elements.find((element) => element.name === name);
  return found && normalized(found.text);
}

describe.each(specification)('$address', ({ address, title, ogTitle, heading, names = [], buttons = [] }) => {
  let all: HtmlElement[];
  let main: HtmlElement[];
  beforeAll(async () => {
    const html = await site.read(address);
    all = elementsOf(html);
    main = inMain(html);
  });

  if (title) test('has its title', () => expect(textOf(all, 'title')?.split(' | ')[0]).toBe(title));

  if (ogTitle)
    test('has its title in Open Graph', () => {
      const [found] = all.filter(({ attributes }) => attributes.property === 'og:title');
      expect(found?.attributes.content).toBe(ogTitle);
    });

  if (heading) test('has its heading', () => expect(textOf(main, 'h1')).toBe(heading));

  if (names.length > 0)
    test('has its names', () => {
      const texts = new Set(main.map(({ text }) => normalized(text)));
      expect(names.filter((name) => !texts.has(name))).toEqual([]);
    });

  if (buttons.length > 0)
    test('has its buttons, and a contact form for those that lead to it (Ruling 9)', () => {
      const links = main.filter(({ name }) => name === 'a');
      const found = buttons.map(({ label }) => ({
        label,
        to: links.find(({ text }) => normalized(text) === label)?.attributes.href,
      }));
      expect(found).toEqual(buttons);
      if (!buttons.some(({ to }) => to === '#contact')) return;
      const [contact] = main.filter(({ attributes }) => attributes.id === 'contact');
      expect(contact?.text).toContain('Submit');
    });
});

test('header and footer', async () => {
  const html = await site.read('/ventures');
  const linksIn = (element: string) =>
    elementsOf(new RegExp(`<${element}[ >].*</${element}>`, 'su').exec(html)?.[0] ?? '')
      .filter(({ name }) => name === 'a')
      .map(({ text, attributes }) => ({ label: normalized(text), to: attributes.href }));
  expect(linksIn('header')).toEqual(expect.arrayContaining(headerLinks.map((link) => expect.objectContaining(link))));
  expect(linksIn('footer')).toEqual(expect.arrayContaining(footerLinks.map((link) => expect.objectContaining(link))));
  const { tagline, copyright_year, footer } = site.content().site;
  expect([tagline, copyright_year]).toEqual(['Empowering Visionaries, Engineering Success', 2024]);
  expect(footer.badges.items.map(({ name }) => name)).toEqual(['SOC 2', 'ISO 27001']);
});
