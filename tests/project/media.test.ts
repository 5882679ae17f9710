import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { darkColours, lightColours } from '../../app/shared/palette.ts';
import budgets from '../../media/budgets.json' with { type: 'json' };
import { filesMatching, root } from './sources.ts';

// The committed output of the generators is complete, and small enough for every visitor.

const directory = 'content/media/';
const files = filesMatching(`${directory}**/*.*`).map((file) => file.slice(directory.length));
const bytesOf = (file: string) => readFileSync(join(root, directory, file));

/** Of a photograph that an editor brings variants are served, whose weight is that of the route that shows them. */
const isOriginal = (file: string) => /\.(?:avif|jpe?g|png|webp)$/u.test(file) && !/^(?:heroes|icons)\//u.test(file);

test('every file is of one kind that has a budget', () => {
  const kindsOf = (file: string) => Object.keys(budgets).filter((pattern) => matchesGlob(file, pattern));
  const others = files.filter((file) => !isOriginal(file) && kindsOf(file).length !== 1);
  expect(others, `files of ${directory} that do not match exactly one pattern of media/budgets.json`).toEqual([]);
});

test.each(Object.entries(budgets))('%s keep their budget of %i bytes', (pattern, budget) => {
  const weighed = files
    .filter((file) => matchesGlob(file, pattern))
    .map((file) => ({ file, bytes: bytesOf(file).byteLength }));
  expect(weighed).not.toEqual([]);
  const heavy = weighed.filter(({ bytes }) => bytes > budget);
  expect(heavy.map(({ file, bytes }) => `${directory}${file} takes ${bytes} bytes of ${budget}`)).toEqual([]);
});

const heroes = [...new Set(filesMatching('content/pages/*.yaml').flatMap(heroesOf))].sort();

/** The heroes that a page file names: its own or those of its slides. */
function heroesOf(page: string): string[] {
  const { hero } = parse(readFileSync(join(root, page), 'utf8'));
  return [hero, ...(hero.slides ?? [])].flatMap(({ media }) => media ?? []);
}

test('every page has a hero, and every hero a page', () => {
  const pages = filesMatching('content/pages/*.yaml');
  expect(
    pages.filter((page) => heroesOf(page).length === 0),
    'pages without a hero',
  ).toEqual([]);
  const drawn = files.flatMap((file) => /^heroes\/(.+)-(?:wide|tall)(?:-dark)?\.\w+$/u.exec(file)?.[1] ?? []);
  expect([...new Set(drawn)].sort(), `heroes in ${directory}heroes, and those that pages name`).toEqual(heroes);
});

/** Colour of the page in each scheme. */
const papers = [lightColours, darkColours].map(({ paper }) => [...Buffer.from(paper.slice(1), 'hex')]);

const cuts = [
  { cut: 'wide', paper: papers[0], width: 1600, height: 900 },
  { cut: 'tall', paper: papers[0], width: 900, height: 1200 },
  { cut: 'wide-dark', paper: papers[1], width: 1600, height: 900 },
  { cut: 'tall-dark', paper: papers[1], width: 900, height: 1200 },
] as const;

describe.each(heroes)('The hero "%s"', (name) => {
  test.each(cuts)('has its $cut loop as AV1 and as H.264', ({ cut }) => {
    // The names of codecs in Matroska and MP4.
    expect(bytesOf(`heroes/${name}-${cut}.webm`).includes('V_AV1'), 'AV1').toBe(true);
    expect(bytesOf(`heroes/${name}-${cut}.mp4`).includes('avc1'), 'H.264').toBe(true);
  });

  test.each(cuts)(
    'has its $cut poster as AVIF and as WebP, on the paper of its scheme',
    async ({ cut, paper = [], width, height }) => {
      for (const ending of ['avif', 'webp']) {
        const poster = sharp(bytesOf(`heroes/${name}-${cut}.${ending}`));
        expect(await poster.metadata(), ending).toMatchObject({ width, height });
        // Where no drawing reaches.
        const corner = poster.extract({ left: 0, top: height - 1, width: 1, height: 1 }).removeAlpha();
        const differences = [...(await corner.raw().toBuffer())].map((value, index) =>
          Math.abs(value - (paper[index] ?? 0)),
        );
        expect(Math.max(...differences), ending).toBeLessThanOrEqual(2);
      }
    },
  );
});

test.each([
  ['icons/apple-touch-icon.png', 180],
  ['icons/icon-192.png', 192],
  ['icons/icon-512.png', 512],
  ['icons/icon-maskable-512.png', 512],
])('%s has the size that its name and the manifest say', async (file, size) => {
  expect(await sharp(bytesOf(file)).metadata()).toMatchObject({ format: 'png', width: size, height: size });
});
