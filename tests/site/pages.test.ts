import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { homePath, sentPaths } from '../../app/paths.ts';
import { isOwnId } from '../../app/shared/own-ids.ts';
import { trapField } from '../../app/ui/form/submission.ts';
import { documentBytes } from '../../commands/bench/page-budgets.ts';
import { articles, offices, screens, sectionHeading, site as siteContent } from '../harness/content.ts';
import { pathsOf, type SharedSite, sharedSite, siteUrl } from './app.ts';
import { elementsOf, type HtmlElement } from './html.ts';

// Requirements of every page of the site, as a visitor without JavaScript gets it.

interface Page {
  address: string;
  html: string;
  policy: string;
  cacheControl: string;
  elements: HtmlElement[];
}

/** Pages that no search engine may list. */
const unlisted: readonly string[] = ['/nowhere', ...Object.values(sentPaths)];

let site: SharedSite;
let pages: Page[];

beforeAll(async () => {
  site = await sharedSite();
  pages = await Promise.all(
    [...pathsOf(site.content()), ...Object.values(sentPaths)].map(async (address) => {
      const response = await site.get(address);
      const html = await response.text();
      const header = (name: string) => response.headers.get(name) ?? '';
      const [policy, cacheControl] = [header('content-security-policy'), header('cache-control')];
      return { address, html, policy, cacheControl, elements: elementsOf(html) };
    }),
  );
});

/** Lists the faults of each page; a test expects none. */
function faults(find: (page: Page) => readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    pages.map((page) => [page.address, find(page)] as const).filter(([, found]) => found.length > 0),
  );
}

const describeElement = ({ name, attributes }: HtmlElement) =>
  `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${value.slice(0, 60)}"`)].join(' ')}>`;

describe('Policy', () => {
  const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  const sources = (policy: string, directive: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${directive} `))
      ?.split(' ')
      .slice(1) ?? [];
  /** A script of any other type is data to the browser. */
  const isRun = ({ attributes: { type = '', src } }: HtmlElement) =>
    src === undefined && ['', 'module', 'text/javascript', 'speculationrules'].includes(type);

  test('names exactly the scripts and styles in the page', () => {
    expect(
      faults(({ policy, elements }) => {
        const scripts = elements.filter(({ name }) => name === 'script').filter(isRun);
        const styles = elements.filter(({ name }) => name === 'style');
        const compare = (directive: string, blocks: HtmlElement[]) => {
          const wanted = new Set(["'self'", ...blocks.map(({ text }) => hashOf(text))]);
          const named = sources(policy, directive);
          return [
            ...named.filter((source) => !wanted.has(source)).map((source) => `${directive} has ${source} for nothing`),
            ...[...wanted].filter((source) => !named.includes(source)).map((source) => `${directive} lacks ${source}`),
          ];
        };
        return [...compare('script-src', scripts), ...compare('style-src', styles)];
      }),
    ).toEqual({});
  });

  test('allows no other origin, no inline code and no frame', () => {
    expect(
      faults(({ policy }) => [
        ...(/unsafe-|nonce-|https?:|\*/u.exec(policy) ?? []),
        ...[
          "default-src 'none'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
        ].filter((directive) => !policy.split('; ').includes(directive)),
      ]),
    ).toEqual({});
  });

  test('is not violated by the page: no style attribute, no handler, no script URL, no marker of the renderer', () => {
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ attributes }) =>
            Object.entries(attributes).some(
              ([name, value]) =>
                name === 'style' || name === 'nonce' || /^on/u.test(name) || /^\s*javascript:/iu.test(value),
            ),
          )
          .map(describeElement),
      ),
    ).toEqual({});
  });

  test('allows every file that the page loads: all are from this site', () => {
    const loading = new Set(['src', 'srcset', 'poster', 'href']);
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ name }) => ['img', 'video', 'source', 'script', 'link', 'use', 'audio', 'iframe'].includes(name))
          .filter(({ attributes }) => !['canonical', 'alternate'].includes(attributes.rel ?? ''))
          .filter(({ attributes }) =>
            Object.entries(attributes).some(([name, value]) => loading.has(name) && !/^[/#](?!\/)/u.test(value)),
          )
          .map(describeElement),
      ),
    ).toEqual({});
  });
});

test('the script before the first paint takes less than 2 KB compressed, and nothing else blocks the paint', () => {
  expect(
    faults(({ elements }) => {
      const scripts = elements.filter(({ name }) => name === 'script');
      const [early] = scripts;
      const waiting = elements.filter(
        ({ name, attributes: { rel = '', src } }) =>
          (name === 'link' && rel.includes('stylesheet')) || (name === 'script' && src !== undefined),
      );
      return [
        ...(brotliCompressSync(early?.text ?? '').byteLength < 2048 ? [] : ['the early script is too long']),
        ...waiting.map(describeElement),
      ];
    }),
  ).toEqual({});
});

test.each(documentBytes)('the document at $start takes at most $bytes bytes', ({ start, bytes: max }) => {
  const page = pages.find(({ address }) => (start === homePath ? address === start : address.startsWith(start)));
  // With the origin of a server in development. The server compresses a cached page as far; its first response is a little larger.
  const html = page?.html.replaceAll(siteUrl, 'http://localhost:3000') ?? expect.fail('no such page');
  const heaviest = Array.from(html.matchAll(/<(style|script)\b[\s\S]*?<\/\1>/gu), ([part, name]) => {
    return `${name} ${brotliCompressSync(part).byteLength}`;
  });
  expect(
    brotliCompressSync(html).byteLength,
    `${page?.address} (compressed alone: ${heaviest.join(', ')})`,
  ).toBeLessThanOrEqual(max);
});

describe('Links', () => {
  const idsOf = (elements: HtmlElement[]) => new Set(elements.flatMap(({ attributes }) => attributes.id ?? []));

  test('lead to existing pages and anchors', { timeout: 120_000 }, async () => {
    const known = new Map(pages.map(({ address, elements }) => [address, { status: 200, ids: idsOf(elements) }]));
    const lookUp = async (address: string) => {
      const found = known.get(address);
      if (found) return found;
      const response = await site.get(address);
      const isPage = response.headers.get('content-type')?.startsWith('text/html');
      const entry = { status: response.status, ids: idsOf(isPage ? elementsOf(await response.text()) : []) };
      known.set(address, entry);
      return entry;
    };
    const wrong: string[] = [];
    for (const { address, elements } of pages) {
      for (const { name, attributes } of elements) {
        const href = attributes.href;
        if (href === undefined || !['a', 'link'].includes(name) || !/^[/#?]/u.test(href)) continue;
        const target = new URL(href, `http://site${address}`);
        const { status, ids } = await lookUp(target.pathname + target.search);
        const anchor = decodeURIComponent(target.hash.slice(1));
        if (status !== 200) wrong.push(`${address} → ${href}: ${status}`);
        else if (anchor && !ids.has(anchor)) wrong.push(`${address} → ${href}: no such anchor`);
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('to other origins are secure; one that opens a tab announces it and has no opener', () => {
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ name, attributes }) => name === 'a' && /^\w+:/u.test(attributes.href ?? ''))
          .filter(
            ({ text, attributes: { href = '', target, rel = '', arialabel: label = '' } }) =>
              !/^(?:https:\/\/|mailto:|tel:)/u.test(href) ||
              (target === '_blank' && !(rel.includes('noopener') && /new tab/iu.test(`${text} ${label}`))),
          )
          .map(describeElement),
      ),
    ).toEqual({});
  });

  test('to an address that is split into parts keep a translator from making other words of them', () => {
    const elements = pages.flatMap((page) => page.elements);
    const domains = elements.filter(({ name, text }) => name === 'span' && text.startsWith('@'));
    const kept = elements.filter(({ text, attributes }) => text.includes('@') && attributes.translate === 'no');
    expect(domains.length).toBeGreaterThan(0);
    expect(kept).toHaveLength(domains.length);
  });

  test('every referenced id exists: labels, descriptions, controls, symbols of the sprite', () => {
    const naming = [
      'for',
      'ariadescribedby',
      'arialabelledby',
      'ariacontrols',
      'popovertarget',
      'ariaowns',
      'commandfor',
      'form',
    ];
    expect(
      faults(({ elements }) => {
        const ids = idsOf(elements);
        return elements.flatMap((element) =>
          naming
            .flatMap((name) => element.attributes[name]?.split(' ') ?? [])
            .filter((id) => !ids.has(id))
            .map((id) => `${describeElement(element)}: no element has the id ${id}`),
        );
      }),
    ).toEqual({});
  });
});

describe('Structure', () => {
  test('buttons of popovers leave their state to the browser, which also exposes it without scripts', () => {
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ attributes }) => 'popovertarget' in attributes && 'ariaexpanded' in attributes)
          .map(describeElement),
      ),
    ).toEqual({});
  });

  test('headings begin with one h1 and skip no level, and none follows another of its level directly', () => {
    expect(
      faults(({ elements }) => {
        const headings = elements.filter(({ name }) => /^h[1-6]$/u.test(name));
        const levels = headings.map(({ name }) => Number(name[1]));
        return [
          ...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
          ...headings
            .filter((_, index) => index > 0 && (levels[index] ?? 0) > (levels[index - 1] ?? 0) + 1)
            .map(({ name, text }) => `${name} "${text}" comes after a level above its own`),
          ...headings.filter(({ text }) => !text.trim()).map(({ name }) => `${name} is empty`),
          ...headings
            .filter((heading, index) => {
              const next = headings[index + 1];
              if (next?.name !== heading.name) return false;
              const between = elements.slice(elements.indexOf(heading), elements.indexOf(next));
              return !between.some(({ name }) => ['p', 'li', 'a', 'form', 'img', 'svg'].includes(name));
            })
            .map(({ name, text }) => `${name} "${text}" heads nothing`),
        ];
      }),
    ).toEqual({});
  });

  test('the first that takes the focus skips to the content', () => {
    expect(
      faults(({ elements }) => {
        const first = elements.find(
          ({ name, attributes }) => ['a', 'button', 'input', 'summary'].includes(name) || 'tabindex' in attributes,
        );
        const target = elements.find(({ attributes }) => `#${attributes.id}` === first?.attributes.href);
        return first?.text === 'Skip to content' && target?.name === 'main'
          ? []
          : [first ? describeElement(first) : 'none'];
      }),
    ).toEqual({});
  });

  test('the headings of a position are below its title in the list', () => {
    const { elements } = pages.find(({ address }) => address === '/join-us') as Page;
    const list = elements.slice(elements.findIndex(({ text, name }) => name === 'h2' && text === 'Open positions'));
    const headings = list.slice(
      1,
      list.findIndex(({ name }, index) => index > 0 && name === 'h2'),
    );
    expect(headings.filter(({ name }) => name === 'h3').map(({ text }) => text)).toEqual(
      site.content().positions.map(({ title }) => title),
    );
  });

  test('pictures have an alternative text and a size, so that the layout does not shift', () => {
    const sizes = new Map(
      site
        .content()
        .pages.map((page) => JSON.stringify(page))
        .concat(JSON.stringify([site.content().articles, site.content().people]))
        .flatMap((json) => [...json.matchAll(/"src":"([^"]+)","width":(\d+),"height":(\d+)/gu)])
        .map(([, src = '', width, height]) => [src, Number(width) / Number(height)]),
    );
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ name }) => name === 'img')
          .filter(({ attributes: { alt, src = '', width, height } }) => {
            const ratio = sizes.get(src);
            const stands = Number(width) / Number(height);
            return alt === undefined || !(stands > 0) || (ratio !== undefined && Math.abs(stands / ratio - 1) > 0.01);
          })
          .map(describeElement),
      ),
    ).toEqual({});
  });

  test('words beside each other have a space between them also without styles: in text browsers, Markdown and search results', () => {
    const script = /<script.*?<\/script>/gsu;
    const joined = /(?<=[\p{L}\p{N}])(?:<\/(?:a|b|span|time)>)+(?:<(?:a|b|span|time)\b[^>]*>)+[\p{L}\p{N}][^<>]*/gu;
    expect(faults(({ html }) => html.replace(script, '').match(joined) ?? [])).toEqual({});
  });

  test('a template has no text, which text browsers would show, and no class, whose style could show it', () => {
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ name, text, attributes }) => name === 'template' && (text || attributes.class))
          .map(describeElement),
      ),
    ).toEqual({});
  });

  test('a field for text takes its direction from the text; a trap is never filled in', () => {
    expect(
      faults(({ elements }) =>
        elements
          .filter(({ name, attributes: { type = '' } }) => name === 'textarea' || /^(?:text|search)$/u.test(type))
          .filter(({ attributes: { dir, name } }) => dir !== 'auto' && name !== trapField)
          .map(describeElement),
      ),
    ).toEqual({});
  });

  test('the day of a legal text is a time', () => {
    const days = new Map(site.content().legal.map(({ address, last_updated }) => [address, last_updated]));
    expect(days.size).toBeGreaterThan(0);
    expect(
      faults(({ address, elements }) => {
        const day = days.get(address);
        const times = elements.filter(({ name }) => name === 'time').map(({ attributes }) => attributes.datetime);
        return day === undefined || times.includes(day) ? [] : [day];
      }),
    ).toEqual({});
  });

  test('a page has its landmarks, and the heading and metadata of its content file', () => {
    expect(
      faults(({ address, elements }) => {
        const texts = (wanted: string) => elements.filter(({ name }) => name === wanted).map(({ text }) => text.trim());
        const meta = (name: string) =>
          elements.find(({ attributes }) => attributes.name === name || attributes.property === name)?.attributes
            .content;
        const landmarks = ['header', 'main', 'footer'].filter((name) =>
          elements.every((element) => element.name !== name),
        );
        const screen = screens.find((item) => item.address === address);
        if (!screen) return landmarks;
        const expected = {
          title: [`${screen.title} | ${siteContent.name}`, texts('title')[0]],
          heading: [screen.heading, texts('h1')[0]],
          canonical: [
            siteUrl + screen.canonical,
            elements.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href,
          ],
          'og:title': [screen.ogTitle, meta('og:title')],
          'og:description': [screen.description, meta('og:description')],
          description: [screen.description, meta('description')],
          keywords: [screen.keywords, meta('keywords')],
          language: ['en', elements.find(({ name }) => name === 'html')?.attributes.lang],
        };
        const wrong = Object.entries(expected).filter(([, [wanted, found]]) => found !== wanted);
        return [...landmarks, ...wrong.map(([what, [, found]]) => `${what}: ${found}`)];
      }),
    ).toEqual({});
  });

  test('a page has its title, its description and one canonical address of the public origin, or is not indexed', () => {
    const titles = new Map<string, string>();
    expect(
      faults(({ address, elements }) => {
        const text = (name: string) => elements.find((element) => element.name === name)?.text ?? '';
        const meta = (name: string) =>
          elements.find(({ attributes }) => attributes.name === name || attributes.property === name)?.attributes
            .content;
        if (unlisted.includes(address)) return meta('robots')?.includes('noindex') ? [] : ['it may be indexed'];
        const canonical = elements
          .filter(({ attributes }) => attributes.rel === 'canonical')
          .map(({ attributes }) => attributes.href ?? '');
        const before = titles.get(text('title'));
        if (canonical[0]) titles.set(text('title'), canonical[0]);
        return [
          ...(text('title').trim() ? [] : ['no title']),
          ...(before === undefined || before === canonical[0] ? [] : [`its title is also that of ${before}`]),
          ...['description', 'keywords', 'og:title', 'og:description', 'og:url'].filter((name) => !meta(name)),
          ...(canonical.length === 1 && canonical[0]?.startsWith('https://www.acme.example/')
            ? []
            : [`canonical: ${canonical}`]),
        ];
      }),
    ).toEqual({});
  });
});

describe('Texts and links of the content files are on', () => {
  const partOf = (address: string, name: string) => {
    const html = pages.find((page) => page.address === address)?.html ?? '';
    return elementsOf(new RegExp(`<${name}[ >].*?</${name}>`, 'su').exec(html)?.[0] ?? '');
  };
  const textOf = (part: readonly HtmlElement[]) => part.find(({ name }) => name === 'html')?.text ?? '';
  const linksIn = (part: readonly HtmlElement[]) =>
    part
      .filter(({ name }) => name === 'a')
      .map(({ text, attributes: { href, arialabel } }) => ({ to: href, label: (arialabel ?? text).trim() }));
  const telephone = (phone: string) => ({ label: phone, to: `tel:${phone.replaceAll(' ', '')}` });
  const mailbox = (email: string) => ({ label: email, to: `mailto:${email}` });

  test('header and footer', () => {
    const { name, navigation, footer, tagline, copyright_year, email, phone } = siteContent;
    expect(linksIn(partOf('/ventures', 'header'))).toEqual(
      expect.arrayContaining([
        { label: `${name}, home`, to: '/' },
        ...navigation.map(({ label, to }) => ({ label, to })),
      ]),
    );
    const part = partOf('/ventures', 'footer');
    expect(linksIn(part)).toEqual(
      expect.arrayContaining([
        ...[...footer.columns.flatMap(({ links }) => links), ...footer.legal].map(({ label, to }) => ({ label, to })),
        ...footer.social.profiles.map(({ label, href }) => ({ label: `${label} (opens a new tab)`, to: href })),
        mailbox(email.general),
        telephone(phone),
      ]),
    );
    for (const text of [tagline, `© ${copyright_year}`]) expect(textOf(part)).toContain(text);
    const pictures = part.map(({ attributes }) => attributes.alt ?? attributes.arialabel);
    expect(pictures).toEqual(expect.arrayContaining(footer.badges.items.map(({ name }) => name)));
  });

  test('the contact page: offices, careers and the professional network', () => {
    const part = partOf('/contact-us', 'main');
    expect(offices).toHaveLength(3);
    for (const { id, heading, address, phone } of offices) {
      expect(part.find(({ attributes }) => attributes.id === id)).toBeDefined();
      for (const text of [heading, ...address]) expect(textOf(part)).toContain(text);
      expect(linksIn(part)).toContainEqual(telephone(phone));
    }
    expect(textOf(part)).toContain(sectionHeading('/contact-us', 'careers-block'));
    expect(linksIn(part)).toContainEqual(mailbox(siteContent.email.careers));
    expect(linksIn(part).map(({ to }) => to)).toContain(siteContent.professional_network.href);
  });

  test('the page of positions: the mailbox of careers', () => {
    expect(linksIn(partOf('/join-us', 'main'))).toContainEqual(mailbox(siteContent.email.careers));
  });

  test('articles: a success story has the contact form, an insight the time to read it', () => {
    const found = ['success-stories', 'insights'].map((wanted) => {
      const address = `/single/${articles.find(({ category }) => category === wanted)?.slug}/`;
      const labels = partOf(address, 'main').map(({ attributes }) => attributes.arialabel);
      return [labels.includes('Contact us'), textOf(partOf(address, 'article')).includes('minute read')];
    });
    expect(found).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

test('browsers may store every page in the back/forward cache', () => {
  const isCached = (cacheControl: string) => cacheControl !== '' && !cacheControl.includes('no-store');
  expect(faults(({ cacheControl }) => (isCached(cacheControl) ? [] : [cacheControl]))).toEqual({});
});

test('the markup is valid', { timeout: 120_000 }, async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // React's notation of attributes and void elements, equivalent for browsers.
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      // Ids that React makes begin with "_", which HTML allows.
      'valid-id': ['error', { relaxed: true }],
      // The page has the navigation twice, for wide and for narrow screens; styles show one of them, and it is named "Main".
      'unique-landmark': 'off',
      // Check boxes with one name form a group.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit', 'reset'] }],
      // Markdown's tables say "align"; the policy forbids the style attribute that would replace it.
      'no-deprecated-attr': 'off',
      // A list may be named (WAI-ARIA 1.2).
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
      // Styles keep a number in one line; a hard space would be copied with it.
      'tel-non-breaking': 'off',
    },
  });
  const reports = await Promise.all(
    pages.map(async ({ address, html }) => {
      const { results } = await validator.validateString(html);
      return results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${address}: ${ruleId}: ${message} (${selector})`),
      );
    }),
  );
  expect(reports.flat()).toEqual([]);
});

test('every id of a page around a text is known, so that no heading uses it', () => {
  const { articles, legal } = site.content();
  const texts = [...articles.map(({ slug }) => `/single/${slug}/`), ...legal.map(({ address }) => address)];
  expect(
    faults(({ address, elements }) =>
      elements.flatMap(({ name, attributes: { id = '' } }) =>
        !texts.includes(address) || id === '' || /^h[2-6]$/u.test(name) || isOwnId(id) ? [] : [id],
      ),
    ),
  ).toEqual({});
});
