import { test } from 'vitest';
import { articles } from '../harness/content.ts';
import { describeInEngines, narrow, wide } from './harness.ts';
import type { Target } from './in-page.ts';
import type { Page } from './page.ts';

// Carousels and their controls (Specification 2, Home and Article; Contract, What assistive technology and tests can rely on).

const [article] = articles.filter(({ category }) => category === 'insights');
if (!article) throw new Error('There is an insight');

const main: Target = { role: 'main' };
const dot = (number: number): Target => ({ role: 'button', name: `Go to slide ${number}`, inside: main });

describeInEngines((open) => {
  test("the home page's slider goes to the slide that is chosen; Pause stops motion, and Play resumes it", async () => {
    const page = await open('/', { ...narrow, films: true });
    await page.expectOne(dot(1), { current: 'true' });
    await page.click(dot(3));
    await page.expectOne(dot(3), { current: 'true' });
    await page.expectOne({ role: 'heading', name: /^Introducing AI Infused Software Engineering/u });
    await page.expectNone({ role: 'heading', name: /^Build Platforms Rapidly/u });
    // Not seen, but the page has its first heading for screen readers.
    await page.expectOne({ role: 'heading', name: 'AI-First Digital Engineering firm' });

    await page.click({ role: 'button', name: 'Pause' });
    await page.expectNone({ role: 'button', name: 'Pause' });
    await page.expectThat(() => page.evaluate(filmsThatPlay)).toBe(0);
    await page.click({ role: 'button', name: 'Play' });
    await page.expectOne({ role: 'button', name: 'Pause' });
  });

  test('the arrows move the related posts of an article on wide screens', async () => {
    const page = await open(`/single/${article.slug}/`, wide);
    const slides: Target = { role: 'group', name: /^\d+ of \d+$/u, inside: main };
    const firstLeft = async () => (await page.all(slides))[0]?.box.left ?? Number.NaN;
    // It moves without input too.
    await page.click({ role: 'button', name: 'Pause', inside: main });
    await page.expectOne({ role: 'button', name: 'Play', inside: main });
    const before = await atRest(page, firstLeft);
    await page.click({ role: 'button', name: 'Next', inside: main });
    await page.expectThat(firstLeft).toBeLessThan(before - 100);
    await page.click({ role: 'button', name: 'Previous', inside: main });
    await page.expectThat(firstLeft).toBeCloseTo(before, 0);
  });

  test('the dots move the related posts of an article on phones', async () => {
    const page = await open(`/single/${article.slug}/`, narrow);
    await page.click(dot(2));
    await page.expectOne(dot(2), { current: 'true' });
  });
});

/** Waits until a position is the same twice in a row. */
async function atRest(page: Page, read: () => Promise<number>): Promise<number> {
  let last = Number.NaN;
  const isAtRest = async () => {
    const before = last;
    last = await read();
    return last === before;
  };
  await page.expectThat(isAtRest, 'it is at rest').toBe(true);
  return last;
}

function filmsThatPlay(): number {
  return [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length;
}
