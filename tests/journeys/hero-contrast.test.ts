import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, painted, routeTimeoutMs, slowFilms, test } from '../harness/browser.ts';
import { screens } from '../harness/content.ts';

// Text over a hero is legible on every frame of its loop (WCAG 1.4.3), in both schemes. The test measures the
// pixels around each letter, as the browser shows them: loop, mask, and the veil of the heading.

/** WCAG 1.4.3 allows 3:1 for large text; a drawing that moves behind it needs more. */
const minContrast = 4.5;

/** The header's text has nothing but paper behind it, on which its contrast is 14.9, and 12.3 where a letter's edge leaves some green. */
const minContrastOfHeader = 12;

/**
 * Number of frames of the loop that are blended into one, which has the value furthest from the background at each point:
 * drawings are dark on light and light on dark, so that is the worst of all frames. `npm run contrast` uses more. In the dark scheme
 * the same drawing moves in other colours: there its poster, the first frame, is enough, since a film takes a second of processor time.
 */
const frameCounts = { light: Number(process.env.HERO_FRAMES ?? 2), dark: Number(process.env.HERO_FRAMES ?? 0) };

/** Distance around a letter within which its background is measured, pixels. */
const reach = 2;

/** The luminance of a channel of 0 to 255 (WCAG 2.2, relative luminance). */
const luminances = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The least by which green exceeds red and blue in letters of the picture, of 255; in drawings, compressed, it may do so by 15. */
const letterGreen = 20;

const paths = screens
  .filter(({ address, canonical, hasHero }) => hasHero && address === canonical)
  .map(({ address }) => address);

test.use({ films: true });

// All pages in one tab, each opened once for both schemes: opening a page takes more processor time than measuring it.
test('text over every hero is legible in both schemes', async ({ page }, { project }) => {
  test.setTimeout(paths.length * frameCounts.light * routeTimeoutMs);
  await page.addInitScript(prepareStyles);
  await slowFilms(page);
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    // Away from the dot of the previous page.
    await page.mouse.move(0, 0);
    // A page opened at an anchor has no overlay, during which the film would play for another second.
    await page.goto(`${path}#hero`);
    const hero = page.locator('main section').first();
    const dots = hero.getByRole('button', { name: /^Go to slide/u });
    const slides = await dots.count();
    for (const colorScheme of ['light', 'dark'] as const) {
      const count = frameCounts[colorScheme];
      // Under reduced motion the poster stays.
      await page.emulateMedia({ colorScheme, reducedMotion: count > 0 ? 'no-preference' : 'reduce' });
      // By then the browser has begun to load the poster of the scheme.
      await painted(page);
      for (let slide = 0; slide < Math.max(1, slides); slide += 1) {
        // The pointer stays on the dot, so that the slider rests.
        if (slides > 0) await dots.nth(slide).click();
        const file = await showFrames(page, count, colorScheme === 'light' ? 'darken' : 'lighten');
        expect.soft(file, path).toMatch(project.name === 'wide' ? /-wide[.-]/u : /-tall[.-]/u);
        const faint = (await contrasts(page, session)).filter(({ ratio, min }) => ratio < min);
        expect.soft(faint, `${path}, ${colorScheme}, slide ${slide + 1}`).toEqual([]);
      }
    }
  }
});

/**
 * Removes transitions, because the test measures their end, and hides everything below the hero, which takes as much processor
 * time to draw as the hero.
 */
function prepareStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important } main > * ~ *, footer { display: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Replaces the film that is shown by its frames; without any, waits for the poster. @returns the URL of the file */
async function showFrames(page: Page, count: number, composite: 'darken' | 'lighten'): Promise<string> {
  await page.evaluate(() => document.querySelector('main canvas')?.remove());
  if (count === 0) return (await (await page.waitForFunction(posterOfShown)).jsonValue()) ?? '';
  const film = await page.waitForFunction(filmOfShown);
  return film.evaluate(
    async (element, { count, composite }) => {
      const film = element as HTMLVideoElement;
      film.pause();
      const canvas = document.createElement('canvas');
      canvas.width = film.videoWidth;
      canvas.height = film.videoHeight;
      canvas.className = film.className;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas to draw on');
      // It has just begun to play, very slowly.
      context.drawImage(film, 0, 0);
      context.globalCompositeOperation = composite;
      for (let index = 1; index < count; index += 1) {
        const arrived = new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }));
        // Films have one key frame, their first: the later a frame, the more of them the browser decodes.
        film.currentTime = (index / count) * film.duration;
        await arrived;
        context.drawImage(film, 0, 0);
      }
      film.after(canvas);
      film.style.visibility = 'hidden';
      return film.currentSrc;
    },
    { count, composite },
  );
}

/** The URL of the poster that is shown, once it can be painted; undefined while it loads, or another replaces it. */
async function posterOfShown(): Promise<string | undefined> {
  const poster = [...document.querySelectorAll<HTMLImageElement>('main [data-film] img')].find(
    (image) => image.complete && image.currentSrc && image.checkVisibility({ opacityProperty: true }),
  );
  return poster?.decode().then(
    () => poster.currentSrc,
    () => undefined,
  );
}

/** The playing film, once it covers its poster and its layer is on top. */
function filmOfShown(): HTMLVideoElement | undefined {
  return [...document.querySelectorAll<HTMLVideoElement>('main video')].find(
    (film) =>
      !film.paused &&
      film.currentTime > 0 &&
      [film, film.parentElement as Element].every((element) => getComputedStyle(element).opacity === '1'),
  );
}

/** Red, green and blue of each pixel of the window. */
interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

interface Line {
  text: string;
  /** Red, green and blue, of 0 to 255. */
  colour: number[];
  isInHeader: boolean;
  box: { left: number; top: number; right: number; bottom: number };
}

/** The contrast of each line of text over the hero, in the header and in the hero, with the worst pixel next to it. */
async function contrasts(page: Page, session: CDPSession) {
  const lines = await page.evaluate(linesOverHero);
  const { data, width, height } = await pictureOf(page, session);
  const isLetter = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 3);
    return green - Math.max(red, blue) > letterGreen;
  };
  const isBesideLetter = (x: number, y: number) => {
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1)
      for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1)
        if (isLetter(column, row)) return true;
    return false;
  };
  const measured = lines.flatMap(({ text, colour, isInHeader, box }) => {
    const own = luminance(colour);
    const min = isInHeader ? minContrastOfHeader : minContrast;
    let worst: { text: string; ratio: number; min: number; at: string } | undefined;
    for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y += 1) {
      for (let x = Math.max(0, box.left); x < Math.min(width, box.right); x += 1) {
        const ratio = contrast(own, luminance(data, (y * width + x) * 3));
        if (ratio >= (worst?.ratio ?? Number.POSITIVE_INFINITY) || isLetter(x, y) || !isBesideLetter(x, y)) continue;
        worst = { text, ratio: Math.round(ratio * 100) / 100, min, at: `${x}, ${y}` };
      }
    }
    return worst ?? [];
  });
  expect(measured.length, 'lines of text that were measured').toBeGreaterThan(1);
  return measured;
}

function linesOverHero(): Line[] {
  const hero = document.querySelector('main section');
  const lines: Line[] = [];
  for (const part of [document.querySelector('header'), hero]) {
    if (!part) continue;
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const colour = getComputedStyle(element).color.match(/\d+/gu)?.slice(0, 3).map(Number) ?? [];
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom, width } of range.getClientRects()) {
        // Text for screen readers only is a pixel wide.
        if (width <= 1) continue;
        const box = {
          left: Math.floor(left),
          top: Math.floor(top),
          right: Math.ceil(right),
          bottom: Math.ceil(bottom),
        };
        lines.push({ text, colour, isInHeader: part !== hero, box });
      }
    }
  }
  return lines;
}

/** Takes a screenshot with all letters in green; their shadows stay. */
async function pictureOf(page: Page, session: CDPSession): Promise<Picture> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { -webkit-text-fill-color: #0f0 !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  // The picture may otherwise show an earlier frame.
  await painted(page);
  // Playwright's own picture takes the browser twice the processor time to compress.
  const { data: picture } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  const image = sharp(Buffer.from(picture, 'base64')).removeAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** WCAG 2.2, contrast ratio of two luminances. */
function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** WCAG 2.2, relative luminance of the red, green and blue that begin at an index. */
function luminance(channels: ArrayLike<number>, from = 0): number {
  const [red, green, blue] = [channels[from] ?? 0, channels[from + 1] ?? 0, channels[from + 2] ?? 0];
  return 0.2126 * (luminances[red] ?? 0) + 0.7152 * (luminances[green] ?? 0) + 0.0722 * (luminances[blue] ?? 0);
}
