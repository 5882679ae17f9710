/**
 * Icons of the site.
 *
 *   node generate.mjs   writes content/media/icons/*
 *
 * Needs a Chromium (CHROMIUM_PATH, default /usr/bin/chromium).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { brandMark } from '../../app/shared/brand-mark.ts';
import { darkColours, lightColours } from '../../app/shared/palette.ts';
import { mark } from './mark.js';

const ICONS = new URL('../../content/media/icons/', import.meta.url);
const { ink: INK, paper: FOG } = lightColours;

/** A square SVG with the mark in its middle, taking `share` of its width. */
function square({ share, ground, head = '', ...options }) {
  const side = brandMark.width / share;
  const [x, y] = [(side - brandMark.width) / 2, (side - brandMark.height) / 2].map((v) => Number(v.toFixed(2)));
  const size = Number(side.toFixed(2));
  const fill = ground ? `<path fill="${ground}" d="M0 0H${size}V${size}H0z"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${head}${fill}<g transform="translate(${x} ${y})">${mark(options)}</g></svg>\n`;
}

/** An icon file that holds PNG pictures of several sizes. */
function ico(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, i) => {
    const entry = 6 + 16 * i;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4); // colour planes
    header.writeUInt16LE(32, entry + 6); // bits per pixel
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

mkdirSync(ICONS, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** The SVG as PNG of size × size pixels. */
async function raster(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

try {
  const adaptive = `<style>g{color:${INK}}@media(prefers-color-scheme:dark){g{color:${darkColours.ink}}}</style>`;
  writeFileSync(new URL('favicon.svg', ICONS), square({ share: 1, head: adaptive, weight: 1.25 }));

  const tile = (share, weight) => square({ share, ground: FOG, ink: INK, weight });
  const small = [];
  for (const size of [16, 32, 48]) small.push({ size, png: await raster(tile(0.94, size === 16 ? 1.4 : 1.25), size) });
  writeFileSync(new URL('favicon.ico', ICONS), ico(small));

  /* a maskable icon may lose everything outside a circle of 80 % */
  const files = {
    'apple-touch-icon': [180, 0.66],
    'icon-192': [192, 0.72],
    'icon-512': [512, 0.72],
    'icon-maskable-512': [512, 0.54],
  };
  for (const [name, [size, share]] of Object.entries(files))
    writeFileSync(new URL(`${name}.png`, ICONS), await raster(tile(share, 1), size));
} finally {
  await browser.close();
}
