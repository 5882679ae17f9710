/**
 * Pictures of shared links, 1200 × 630: the title of every page, legal page and article over the bridge of its hero or under its
 * plate, with the mark and the company's name. `default.png` stands for whatever has none of its own.
 *
 *   node generate.mjs         draws what is new or has changed, and removes what no page asks for any more
 *   node generate.mjs --all   draws everything again
 *
 * What a picture was drawn from is kept as a hash in manifest.json beside this file. Needs ffmpeg on the path and a Chromium
 * (CHROMIUM_PATH, default /usr/bin/chromium), which breaks the lines.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { parse } from 'yaml';
import { BUDGETS } from '../budgets.mjs';
import { PAGES } from '../motion/pages.js';
import { serve } from '../serve.mjs';

const CONTENT = new URL('../../content/', import.meta.url);
const OUT = new URL('media/og/', CONTENT);
const MANIFEST = new URL('manifest.json', import.meta.url);
const LIMIT = BUDGETS['og/*.png'];
/** Sizes of palettes from the best down: they hold fog, ink and paint, and quarter the file. */
const PALETTES = [96, 64, 40, 24];
/** The bridge of whatever has no hero and no plate of its own. */
const COMMON_HERO = 'home';

const read = (path) => readFileSync(new URL(path, CONTENT), 'utf8');
const filesOf = (folder, ending) =>
  readdirSync(new URL(folder, CONTENT))
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((file) => ({ name: basename(file, ending), path: `${folder}${file}` }));
/** As the site itself calls the company. */
const COMPANY = parse(read('site.yaml')).name;
/** A title in which the company is named by its token. */
const fillTitle = (title) => title.replaceAll('{company}', () => COMPANY);
const frontMatter = (path) => parse(/^---\n(.*?)\n---/su.exec(read(path))?.[1] ?? '') ?? {};

/**
 * @typedef {object} Card
 * @property {string} name Name of the file, without ending: that of the page's file, or the article's slug.
 * @property {string} company Its name, which stands beside the mark.
 * @property {string} title
 * @property {string} [hero] Key of PAGES.
 * @property {string} [svg] Source of a plate.
 *
 * @returns {Card[]} Every picture that the content asks for.
 */
function cards() {
  const pages = filesOf('pages/', '.yaml').map(({ name, path }) => {
    const { meta, hero } = parse(read(path));
    return { name, title: meta.title, hero: hero?.media ?? hero?.slides?.[0].media ?? COMMON_HERO };
  });
  const legal = filesOf('legal/', '.md').map(({ name, path }) => ({
    name,
    title: frontMatter(path).title,
    hero: COMMON_HERO,
  }));
  const articles = ['articles/insights/', 'articles/success-stories/']
    .flatMap((folder) => filesOf(folder, '.md'))
    .map(({ name, path }) => {
      const { title, banner } = frontMatter(path);
      /* a photograph is no drawing: its article takes the common bridge */
      return banner?.endsWith('.svg')
        ? { name, title, svg: read(`media/${banner}`) }
        : { name, title, hero: COMMON_HERO };
    });
  const home = pages.find(({ name }) => name === 'home');
  return [{ ...home, name: 'default' }, ...pages, ...legal, ...articles].map((card) => ({
    ...card,
    company: COMPANY,
    title: fillTitle(card.title),
  }));
}

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};
const sourceOf = (...paths) => hashOf(...paths.map((path) => readFileSync(new URL(path, import.meta.url))));
const TEMPLATE = sourceOf(
  'card.html',
  '../brand/mark.js',
  '../node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
);
const BRIDGES = sourceOf('../motion/spans.js', '../motion/bridges.js');

/** What a picture is drawn from, in short. */
const fingerprint = ({ company, title, hero, svg }) =>
  hashOf(TEMPLATE, company, title, hero ? `${BRIDGES} ${JSON.stringify(PAGES[hero])}` : svg);

const fileOf = (name) => fileURLToPath(new URL(`${name}.png`, OUT));

/** Writes a screenshot with as many colours as the limit allows. */
function press(screenshot, file) {
  for (const colours of PALETTES) {
    const palette = `split[a][b];[a]palettegen=max_colors=${colours}:stats_mode=full[p];[b][p]paletteuse=dither=none`;
    const picture = execFileSync(
      'ffmpeg',
      // biome-ignore format: one option and its value stay together
      [
        '-loglevel', 'error', '-f', 'image2pipe', '-c:v', 'png', '-i', '-', '-vf', palette,
        '-pred', 'mixed', '-c:v', 'png', '-f', 'image2pipe', '-',
      ],
      { input: screenshot, maxBuffer: 4 * LIMIT },
    );
    if (picture.length > LIMIT) continue;
    writeFileSync(file, picture);
    return `${(picture.length / 1000).toFixed(0)} KB`;
  }
  throw new Error(`${file} stays over ${LIMIT} bytes`);
}

const wanted = cards();
const names = new Set(wanted.map(({ name }) => name));
if (names.size !== wanted.length) throw new Error('Two pages or articles have the same file name');
mkdirSync(OUT, { recursive: true });
const manifest = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {};
const all = process.argv.includes('--all');
const changed = wanted.filter(
  (card) => all || manifest[card.name] !== fingerprint(card) || !existsSync(fileOf(card.name)),
);
for (const file of readdirSync(OUT))
  if (file.endsWith('.png') && !names.has(basename(file, '.png'))) rmSync(new URL(file, OUT));

const keep = () => {
  const entries = wanted.flatMap(({ name }) => (manifest[name] ? [[name, manifest[name]]] : []));
  writeFileSync(MANIFEST, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
};
if (changed.length) {
  const server = await serve(new URL('../', import.meta.url));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.goto(`${server.base}/og/card.html`);
    await page.waitForFunction('window.ready');
    for (const card of changed) {
      await page.evaluate((shown) => window.show(shown), card);
      console.log(`${card.name}.png`, press(await page.screenshot(), fileOf(card.name)));
      manifest[card.name] = fingerprint(card);
    }
  } finally {
    keep();
    await browser.close();
    server.close();
  }
} else keep();
console.log(`${changed.length} of ${wanted.length} pictures drawn`);
