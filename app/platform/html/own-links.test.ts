import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { withoutOwnOrigin, withoutOwnOriginInMarkdown } from './own-links.ts';

const siteUrl = 'https://www.acme.example';
const own = siteUrl;

describe('A link to the own host becomes a path:', () => {
  test.each([
    [`${own}/`, '/'],
    [own, '/'],
    [`${own}/who-we-are?a=1&b=2#ourteam`, '/who-we-are?a=1&b=2#ourteam'],
    [`${own}?a=1`, '/?a=1'],
    [`${own}#contact`, '/#contact'],
    ['http://www.acme.example/x', '/x'],
    ['HTTPS://WWW.Acme.Example/X', '/X'],
    ['https://www.acme.example:443/x', '/x'],
    ['https://someone@www.acme.example/x', '/x'],
  ])('%s', (link, path) => {
    expect(withoutOwnOrigin(link, siteUrl)).toBe(path);
  });

  test.each(['http://localhost:3000', 'https://localhost:3000'])('%s, where the site has a port', (origin) => {
    expect(withoutOwnOrigin(`${origin}/x`, 'http://localhost:3000')).toBe('/x');
  });
});

describe('Any other link stays as it is:', () => {
  test.each([
    '/who-we-are',
    '#contact',
    'mailto:hello@www.acme.example',
    'https://www.acme.example.evil/x',
    'https://www.acme.example@evil.example/x',
    'https://acme.example/x',
    'https://evil.example/?to=https://www.acme.example/x',
    'https://www.acme.example:8443/x',
    'http://www.acme.example:443/x',
    'ftp://www.acme.example/x',
  ])('%s', (link) => {
    expect(withoutOwnOrigin(link, siteUrl)).toBe(link);
    const markdown = `See [this](${link}), <a href="${link}">that</a>.\n\n[x]: ${link}\n`;
    expect(withoutOwnOriginInMarkdown(markdown, siteUrl)).toBe(markdown);
  });
});

describe('In Markdown, only the destination of a link changes:', () => {
  test.each([
    [`See [our team](${own}/who-we-are#ourteam "Us").`, 'See [our team](/who-we-are#ourteam "Us").'],
    [`[${own}/x](${own}/x)`, `[${own}/x](/x)`],
    [`[](${own}/x)`, '[](/x)'],
    [`[a](<${own}/x>) and [\`b\`](http://www.acme.example)`, '[a](</x>) and [`b`](/)'],
    [`[![Photo](news/photo.jpg)](${own}/x)`, '[![Photo](news/photo.jpg)](/x)'],
    [`[a][one]\n\n[one]: ${own}/x 'T'`, "[a][one]\n\n[one]: /x 'T'"],
    [`[${own}/y]: <${own}/x>`, `[${own}/y]: </x>`],
    [
      `<p>\n<a class="a" href="${own}/x">a</a> <a href=${own}>b</a></p>`,
      '<p>\n<a class="a" href="/x">a</a> <a href=/>b</a></p>',
    ],
    [`> <p>\n> <a href='${own}/x'>a</a></p>`, "> <p>\n> <a href='/x'>a</a></p>"],
    [`> [a](\n> ${own}/x)`, '> [a](\n> /x)'],
    [`- [a](${own}/x)[^1]\n\n[^1]: [b](${own}/y)`, '- [a](/x)[^1]\n\n[^1]: [b](/y)'],
    [`\`[a](${own}/x)\`\n\n~~~\n[a](${own}/x)\n~~~\n\n    [a](${own}/x)`, undefined],
    [`\\[a](/x) "${siteUrl.slice(8)}" ![a](${own}/x.png)`, undefined],
  ])('%j', (markdown, changed = markdown) => {
    expect(withoutOwnOriginInMarkdown(markdown, siteUrl)).toBe(changed);
  });

  test.each([
    [`Read ${own}/a_b_c?x=1&y=(2).`, '/a_b_c?x=1&#x26;y=(2)', `${own}/a_b_c?x=1&#x26;y=(2)`],
    [`Read <${own}/a_b_c>.`, '/a_b_c', `${own}/a_b_c`],
    ['Read www.acme.example/a.', '/a', 'www.acme.example/a'],
  ])('a bare URL keeps its text: %j', (markdown, href, text) => {
    const changed = withoutOwnOriginInMarkdown(markdown, siteUrl);
    expect(renderMarkdown(changed)).toBe(`<p>Read <a href="${href}">${text}</a>.</p>`);
  });
});
