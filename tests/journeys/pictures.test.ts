import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { expect, laidOut, painted, routeTimeoutMs, test } from '../harness/browser.ts';
import { articles, pagesWithEverySection } from '../harness/content.ts';
import { expectNoSidewaysScroll } from '../harness/layout.ts';
import { kindsOfScreen } from '../harness/routes.ts';
import { type RunningServer, root, sharedPicturesOf, startServer } from '../harness/server.ts';

// Pictures from 1:3 to 3:1, drawings and photographs, in every place for one (Ruling 35), and words longer than a line.

const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbau';

const insight = articles.find(({ category }) => category === 'insights');

/** What the text of an article can have besides its paragraphs, headings and pictures (Markdown). */
const everyElement =
  '\n\nA note[^1]\n\n---\n\n- A list\n\n1. A list\n\n> A quotation\n\n```\ncode\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[^1]: Its text\n';

const sizes = [
  [400, 1200],
  [1200, 400],
  [800, 800],
  [1200, 900],
  [900, 1600],
] as const;

/** The project's content with its plates, scenes, portraits and marks in other proportions, in turn. */
async function contentInAllProportions(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'proportions-'));
  await cp(join(root, 'content'), directory, { recursive: true });
  await mkdir(join(directory, 'media/proportions'));
  const names: string[] = [];
  for (const [width, height] of sizes) {
    const svg = drawing(width, height);
    const name = `proportions/${width}x${height}`;
    await writeFile(join(directory, `media/${name}.svg`), svg);
    await sharp(Buffer.from(svg))
      .flatten({ background: '#88aacc' })
      .jpeg()
      .toFile(join(directory, `media/${name}.jpg`));
    names.push(`${name}.svg`, `${name}.jpg`);
  }
  let next = 0;
  for (const file of (await readdir(directory, { recursive: true })).filter((path) => /\.(?:yaml|md)$/u.test(path))) {
    const text = await readFile(join(directory, file), 'utf8');
    const replaced = text.replace(
      /(?:plates|scenes|portraits)\/[a-z0-9-]+\.svg/gu,
      () => names[next++ % names.length] ?? '',
    );
    await writeFile(join(directory, file), replaced);
  }
  const team = join(directory, 'people.yaml');
  const bio = 'bio: |-\n      ';
  await writeFile(team, (await readFile(team, 'utf8')).replace(bio, `${bio}![A plan](${names[2]})\n\n      `));
  const insightFile = join(directory, `articles/insights/${insight?.slug}.md`);
  await appendFile(insightFile, everyElement);
  await setFields(insightFile, {
    // The newest, so that the listing begins with it.
    date: new Date().toISOString().slice(0, 10),
    title: longWord,
    excerpt: `${longWord} ${longWord}`,
    author: `{ name: ${longWord} }`,
  });
  const [position] = (await readdir(join(directory, 'positions'))).sort();
  await setFields(join(directory, 'positions', position ?? ''), {
    title: longWord,
    experience: longWord.slice(0, 40),
    location: longWord,
    short_description: longWord,
  });
  for (const [index, file] of (await readdir(join(directory, 'media/logos'))).entries()) {
    const [width, height] = sizes[index % sizes.length] ?? [1, 1];
    await writeFile(join(directory, 'media/logos', file), drawing(width, height));
  }
  return directory;
}

/** Replaces one-line values of front matter. */
async function setFields(file: string, fields: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(fields))
    text = text.replace(new RegExp(`^${name}: .*$`, 'mu'), `${name}: ${value}`);
  await writeFile(file, text);
}

const drawing = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="none" stroke="#0e1a1d" stroke-width="8" d="M4 4H${width - 4}V${height - 4}H4Z"/></svg>`;

// One after the other, at one server.
test.describe.configure({ mode: 'default' });

let content: string;
let server: RunningServer;
test.beforeAll(async () => {
  content = await contentInAllProportions();
  // Most of its pictures are those of the project, and drawing them takes ten seconds of processor time.
  const isComplete = (path: string) => !path.endsWith('.part');
  await cp(sharedPicturesOf(), sharedPicturesOf(content), { recursive: true, filter: isComplete });
  server = await startServer({ CONTENT_DIR: content });
});
test.afterAll(async () => {
  await server?.stop();
  await rm(content, { recursive: true });
  await rm(sharedPicturesOf(content), { recursive: true });
});

/** Every section and every kind of screen has a place for a picture. */
const paths = [...new Set([...pagesWithEverySection, ...kindsOfScreen])];

// All in one tab: a new one for each takes as much processor time as the test itself.
test('pictures of any proportion fit their places', async ({ page }) => {
  test.setTimeout(paths.length * routeTimeoutMs);
  const widths = [1440, 768, 390];
  const setWidth = (width = 0) => page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of paths) {
    await setWidth(widths[0]);
    await page.goto(`${server.origin}${path}`);
    for (const width of widths) {
      await setWidth(width);
      await expectNoSidewaysScroll(page, `${path} at ${width} px`);
      expect.soft(await misplacedPictures(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('all elements of a text begin at one edge', async ({ page }) => {
  await page.goto(`${server.origin}/single/${insight?.slug}/`);
  const rule = page.getByRole('main').getByRole('separator');
  const edges = await rule.evaluate(({ parentElement }) =>
    [...(parentElement?.children ?? [])].map((element) => element.getBoundingClientRect().left),
  );
  expect(edges.length).toBeGreaterThan(8);
  expect(new Set(edges).size).toBe(1);
});

test('cards of a listing have plates of one height', async ({ page }) => {
  await page.goto(`${server.origin}/what-we-think?category=insights`);
  await laidOut(page);
  const heights = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('img')?.getBoundingClientRect().height ?? 0));
  expect(heights).toHaveLength(9);
  expect(Math.min(...heights)).toBeGreaterThan(100);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1);
});

/** Both schemes, and both in forced colours. */
const colours = (['none', 'active'] as const).flatMap((forcedColors) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, forcedColors })),
);

test('the alternative text of a missing drawing is legible in both schemes and in forced colours', async ({
  page,
  noise,
}) => {
  noise.allow(/\.svg|Failed to load resource/u);
  await page.route('**/*.svg', (route) => route.abort());
  for (const [path, place] of [
    ['/what-we-think?category=insights', 'article'],
    [`/single/${insight?.slug}/`, 'figure'],
  ] as const) {
    await page.goto(`${server.origin}${path}`);
    const drawing = page.getByRole('main').locator(`${place} img[src$=".svg"]`).first();
    await drawing.scrollIntoViewIfNeeded();
    await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    await drawing.evaluate((image: HTMLImageElement) => {
      image.alt = 'A drawing of a bridge '.repeat(9);
    });
    for (const media of colours) {
      await page.emulateMedia({ reducedMotion: 'reduce', ...media });
      await painted(page);
      // Without the sign of a missing picture.
      const words = sharp(await drawing.screenshot()).extract({ left: 40, top: 5, width: 150, height: 80 });
      expect.soft(await rangeOf(words), `${path}, ${JSON.stringify(media)}`).toBeGreaterThan(120);
    }
  }
});

test('a drawing in a biography is visible in both schemes and in forced colours', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.origin}/who-we-are`);
  await page
    .getByRole('button', { name: /^Additional Bio/u })
    .first()
    .click();
  const plan = page.getByRole('dialog').getByRole('img', { name: 'A plan' });
  await expect(plan).toBeInViewport();
  await expect.poll(() => plan.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  for (const media of colours) {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    await painted(page);
    const corner = sharp(await plan.screenshot()).extract({ left: 0, top: 0, width: 60, height: 60 });
    expect.soft(await rangeOf(corner), JSON.stringify(media)).toBeGreaterThan(120);
  }
});

/** Difference between the lightest and the darkest pixel, of 255. */
async function rangeOf(image: Sharp): Promise<number> {
  const { channels } = await sharp(await image.greyscale().png().toBuffer()).stats();
  return (channels[0]?.max ?? 0) - (channels[0]?.min ?? 0);
}

/** Pictures that overlap text or each other, or are higher than the window. */
function misplacedPictures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      name: string;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const main = document.querySelector('main') ?? document.body;
    const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** The part of an element's box that the boxes around it do not clip. */
    const clipped = (name: string, rect: DOMRect, element: Element): Box => {
      const box = { name, left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
      for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        const edge = outer.getBoundingClientRect();
        if (overflowX !== 'visible') {
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (overflowY !== 'visible') {
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
      }
      return box;
    };
    const overlap = (one: Box, other: Box) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const hasArea = ({ left, right, top, bottom }: Box) => right - left > 1 && bottom - top > 1;

    const pictures = [...main.querySelectorAll('img, svg:has(use)')]
      // The hero's picture is the background of its text.
      .filter((picture) => isSeen(picture) && getComputedStyle(picture).position !== 'absolute')
      .map((picture) =>
        clipped(
          picture.getAttribute('src') ?? picture.getAttribute('aria-label') ?? 'a mark',
          picture.getBoundingClientRect(),
          picture,
        ),
      )
      .filter(hasArea);
    const words: Box[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || element.closest('svg, script, style') || !isSeen(element)) continue;
      // Text for screen readers only.
      if (getComputedStyle(element).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) words.push(clipped(`"${text.slice(0, 40)}"`, rect, element));
    }
    const others = [...pictures, ...words.filter(hasArea)];
    return pictures.flatMap((picture) => [
      ...(picture.bottom - picture.top > innerHeight ? [`${picture.name} is higher than the window`] : []),
      ...others
        .filter((other) => other !== picture && overlap(picture, other))
        .map((other) => `${picture.name} lies over ${other.name}`),
    ]);
  });
}
