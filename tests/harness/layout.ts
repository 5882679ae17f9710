import { expect, type Locator, type Page } from '@playwright/test';

/** Fails if the page is wider than its window, and names the elements that overflow. */
export async function expectNoSidewaysScroll(page: Page, when: string): Promise<void> {
  const found = await page.evaluate(async () => {
    const root = document.documentElement;
    // Not `laidOut`, which costs as much as the rest.
    while (document.querySelector('[data-first-view]')) await new Promise(requestAnimationFrame);
    const width = root.clientWidth;
    if (Math.max(root.scrollWidth, document.body.scrollWidth) <= width) return [];
    const clips = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 0.5 && !clips(element.parentElement),
    );
    return [
      `${root.scrollWidth} px in ${width} px`,
      ...outside
        .slice(-5)
        .map((element) => `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 60)}`),
    ];
  });
  expect.soft(found, `sideways scroll, ${when}`).toEqual([]);
}

/** Fails if the page's text, already enlarged to 200 %, is cut off or scrolls sideways on a phone (WCAG 1.4.4, 1.4.10). */
export async function expectRoomForLargeText(page: Page, path: string): Promise<void> {
  for (const { width, longest } of [
    { width: 390, longest: 14 },
    { width: 320, longest: 9 },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page, `${path}, text at 200 %, ${width} px`);
    await expectNoClippedWords(page, `${path}, text at 200 %, ${width} px`);
    await expectWholeWords(page, `${path}, text at 200 %, ${width} px`, longest);
  }
}

/**
 * Fails if a line ends inside a word of a heading, link or button.
 * @param longest the longest word, in letters, that has to fit on a line; a slash counts as a letter
 */
async function expectWholeWords(page: Page, when: string, longest: number): Promise<void> {
  const found = await page.locator('main :is(h1, h2, h3, button, a > span)').evaluateAll(
    (elements, limit) =>
      elements
        .flatMap((element) => [...element.childNodes])
        .filter((node) => node instanceof Text)
        .flatMap((node) =>
          [...node.data.matchAll(/[\p{L}\p{N}/]+/gu)].filter(({ 0: word, index }) => {
            if (word.length > limit) return false;
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
            return new Set(lines.map(({ top }) => Math.round(top))).size > 1;
          }),
        )
        .map(([word]) => word),
    longest,
  );
  expect.soft(found, `words broken, ${when}`).toEqual([]);
}

/** Fails if a line of text reaches beyond the window, or beyond a box that cuts it off and cannot be scrolled. */
async function expectNoClippedWords(page: Page, when: string): Promise<void> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isMeantToBeSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // Slides that a carousel does not show, and the field that only programs fill in.
      !element.closest('svg, script, style, [aria-roledescription="slide"], [aria-hidden="true"]');
    /** The positions of the edges that clip a line. */
    const cutBy = (element: Element | null): { left: number; right: number } | undefined => {
      if (!element || element === document.body) return { left: 0, right: width };
      const { overflowX, clipPath } = getComputedStyle(element);
      if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return undefined;
      return overflowX === 'visible' ? cutBy(element.parentElement) : element.getBoundingClientRect();
    };
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || !isMeantToBeSeen(element)) continue;
      const edges = cutBy(element);
      if (!edges) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, width: length } of range.getClientRects()) {
        if (length > 1 && (right > edges.right + 1 || left < edges.left - 1))
          cut.push(`"${text.slice(0, 40)}" from ${Math.round(left)} to ${Math.round(right)} px`);
      }
    }
    return [...new Set(cut)];
  });
  expect.soft(found, `words cut off, ${when}`).toEqual([]);
}

/** Fails if lines of a drawing or other text overlap text, and names both. */
export async function expectClearWords(page: Page, when: string): Promise<void> {
  const found = await page.evaluate(() => {
    const words = linesOfWords();
    return [...new Set([...acrossDrawings(), ...acrossWords()])];

    interface Line {
      readonly text: string;
      readonly node: Node;
      /** The extent of the letters: a line's box also has room for accents above and descenders below. */
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }

    /** Every visible line of text, without the text inside drawings. */
    function linesOfWords(): Line[] {
      const lines: Line[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim();
        if (!element || !text || element.closest('svg, script, style')) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          const seen = clipped(box, element);
          const line = { top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.2 };
          const top = Math.max(line.top, seen.top);
          const bottom = Math.min(line.bottom, seen.bottom);
          if (seen.right - seen.left > 1 && bottom - top > 1) {
            lines.push({ text: text.slice(0, 40), node, left: seen.left, right: seen.right, top, bottom });
          }
        }
      }
      return lines;
    }

    /** The part of a box that the elements around it do not clip. */
    function clipped(
      box: DOMRect,
      element: Element | null,
    ): { left: number; right: number; top: number; bottom: number } {
      if (!element || element === document.body) return box;
      const outer = clipped(box, element.parentElement);
      if (getComputedStyle(element).overflow === 'visible') return outer;
      const own = element.getBoundingClientRect();
      return {
        left: Math.max(outer.left, own.left),
        right: Math.min(outer.right, own.right),
        top: Math.max(outer.top, own.top),
        bottom: Math.min(outer.bottom, own.bottom),
      };
    }

    function acrossWords(): string[] {
      return words.flatMap((line, index) =>
        words
          .slice(index + 1)
          .filter(
            (other) =>
              other.node !== line.node &&
              Math.min(line.right, other.right) - Math.max(line.left, other.left) > 1 &&
              Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top) > 1,
          )
          .map((other) => `"${other.text}" lies across "${line.text}"`),
      );
    }

    function acrossDrawings(): string[] {
      const shapes = [
        ...document.querySelectorAll<SVGGeometryElement>('svg :is(path, line, polyline, polygon, circle, rect)'),
      ];
      return shapes.flatMap((shape) => {
        if (!shape.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
        const toShape = shape.getScreenCTM()?.inverse();
        if (!toShape) return [];
        const { stroke, fill } = getComputedStyle(shape);
        const isPainted = (x: number, y: number) => {
          const point = new DOMPoint(x, y).matrixTransform(toShape);
          return (stroke !== 'none' && shape.isPointInStroke(point)) || (fill !== 'none' && shape.isPointInFill(point));
        };
        // The box of a shape does not include its stroke.
        const reach = 4;
        const box = shape.getBoundingClientRect();
        return words.flatMap(({ text, left, right, top, bottom }) => {
          const toX = Math.min(right, box.right + reach);
          const toY = Math.min(bottom, box.bottom + reach);
          for (let y = Math.max(top, box.top - reach); y < toY; y += 1) {
            for (let x = Math.max(left, box.left - reach); x < toX; x += 1) {
              if (isPainted(x, y)) return [`a drawing in ${nameOf(shape)} lies across "${text}"`];
            }
          }
          return [];
        });
      });
    }

    function nameOf(shape: Element): string {
      const section = shape.closest('section, header, footer, main');
      const heading = section?.querySelector('h1, h2, h3')?.textContent;
      return heading ? `"${heading}"` : `<${section?.tagName.toLowerCase()}>`;
    }
  });
  expect.soft(found, `words covered, ${when}`).toEqual([]);
}

/**
 * When something began to move, ms from now, in a page whose clock is stopped (`stopTime`).
 * @param forMs how long to look
 */
export async function startsOfMoves(thing: Locator, forMs: number): Promise<number[]> {
  const step = 100;
  // A move that comes to rest ends in fractions of pixels.
  const noticeable = 20;
  const left = () => thing.evaluate((element) => element.getBoundingClientRect().left);
  const starts: number[] = [];
  let last = await left();
  let moved = false;
  for (let passed = 0; passed < forMs; passed += step) {
    await thing.page().clock.runFor(step);
    const now = await left();
    const moves = Math.abs(now - last) > noticeable;
    if (moves && !moved) starts.push(passed);
    moved = moves;
    last = now;
  }
  return starts;
}

/** Scrolls a carousel into view and waits until it is awake. Call it before the clock is stopped. */
export async function approachCarousel(carousel: Locator): Promise<void> {
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel.page().locator('[data-island][data-ready]', { has: carousel })).toHaveCount(1);
}

/** Fails unless something moves at this interval, to the tenth of a second that `startsOfMoves` looks at. */
export function expectInterval(starts: readonly number[], intervalMs: number): void {
  expect(starts.length, 'moves').toBeGreaterThanOrEqual(2);
  starts.slice(1).forEach((start, index) => {
    expect(Math.abs(start - (starts[index] ?? 0) - intervalMs)).toBeLessThanOrEqual(200);
  });
}
