/**
 * Renders the hero loops and their posters into content/media/heroes, for each format in each colour scheme: the loop as AV1
 * in WebM and as H.264 in MP4, its first frame, the poster, as AVIF and as WebP.
 *
 *   node render.mjs                    every file of every page
 *   node render.mjs home data-wide     every file of these pages, or of one format of a page
 *   node render.mjs --posters [names]  posters only
 *   node render.mjs --missing [names]  only the files that are not there yet
 *
 * Needs ffmpeg (with libx264, libsvtav1, libaom) and cwebp on the path and a Chromium (CHROMIUM_PATH, default
 * /usr/bin/chromium). Same page, seed and format always give the same frames, and the same frames the same files.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { BUDGETS } from '../budgets.mjs';
import { serve } from '../serve.mjs';
import { PAGES } from './pages.js';
import { PALETTES } from './spans.js';

const FORMATS = { wide: [1600, 900], tall: [900, 1200] };
/** What a file's name gets behind its format, by scheme. */
const ENDINGS = { light: '', dark: '-dark' };
const FPS = 25;
const SEED = 7;
const LOOP_LIMIT = BUDGETS['heroes/*.{mp4,webm}'];
const POSTER_LIMIT = BUDGETS['heroes/*.{avif,webp}'];
/** A WebM is for browsers without H.264: at most this share of the MP4's size. */
const WEBM_SHARE = 0.85;

/** How each kind of poster is encoded: qualities from the best down, aims in bytes by format, and the command of one try. */
const STILLS = {
  webp: {
    qualities: [80, 70, 60, 50, 40, 30, 20, 10],
    aims: { wide: POSTER_LIMIT, tall: POSTER_LIMIT },
    encode: (still, quality, file) =>
      run('cwebp', ['-quiet', '-m', '6', '-sharp_yuv', '-q', String(quality), still, '-o', file]),
  },
  /* 4:4:4, since the paint is drawn in lines as thin as the ink; constant rate factors, the lower the finer */
  avif: {
    qualities: [22, 26, 30, 34, 38, 42],
    aims: { wide: 21_000, tall: 15_000 },
    // biome-ignore format: one option and its value stay together
    encode: (still, quality, file) =>
      run('ffmpeg', [
        '-y', '-loglevel', 'error', '-i', still, '-vf', 'scale=out_color_matrix=bt709:out_range=pc,format=yuv444p',
        '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1',
        '-c:v', 'libaom-av1', '-still-picture', '1', '-cpu-used', '6', '-aom-params', 'tune=ssim', '-crf', String(quality),
        '-f', 'avif', file,
      ]),
  },
};

/**
 * How each kind of loop is encoded. Constant rate factors: the lower the finer; the search begins at `first`, gives up after
 * `coarsest`, and raising the factor by `half` halves a file, roughly.
 */
// biome-ignore format: one option and its value stay together
const CODECS = {
  mp4: {
    first: 30, coarsest: 45, half: 6,
    /* a fixed number of threads: x264 decides otherwise with another, and takes as many as the machine allows */
    options: [
      '-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'high', '-tune', 'animation', '-threads', '3', '-x264-params', 'lookahead-threads=1',
      '-movflags', '+faststart', '-f', 'mp4',
    ],
  },
  webm: {
    first: 46, coarsest: 60, half: 9,
    /* one thread: the parts that several would share out differ from machine to machine */
    options: ['-c:v', 'libsvtav1', '-preset', '10', '-svtav1-params', 'lp=1:tune=0:scd=0', '-f', 'webm'],
  },
};

const HERE = new URL('.', import.meta.url);
const OUT = fileURLToPath(new URL('../../content/media/heroes/', import.meta.url));
const run = promisify(execFile);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;

/** The frames of one loop as PNG; only the first when `still`. */
async function draw(browser, base, { name, size: [w, h], scheme, still }) {
  const page = await browser.newPage({ viewport: { width: w, height: h } });
  await page.goto(`${base}/index.html?page=${name}&w=${w}&h=${h}&seed=${SEED}&fps=${FPS}&scheme=${scheme}`);
  await page.waitForFunction('window.ready');
  const count = still ? 1 : await page.evaluate('window.frameCount');
  const frames = [];
  for (let i = 0; i < count; i += 1) {
    const address = await page.evaluate((frame) => {
      window.drawFrame(frame);
      return document.querySelector('canvas').toDataURL('image/png');
    }, i);
    frames.push(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
  }
  await page.close();
  return frames;
}

/** Encodes frames at a constant rate factor and returns the size in bytes. */
async function encode(frames, codec, crf, file) {
  // biome-ignore format: one option and its value stay together
  const encoding = run('ffmpeg', [
    '-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(FPS), '-c:v', 'png', '-i', '-', '-an',
    '-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p',
    '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709',
    /* bit-exact: the container else gets a random number for its track */
    '-g', String(frames.length), '-crf', String(crf), ...codec.options, '-fflags', '+bitexact', file,
  ]);
  const { stdin } = encoding.child;
  for (const frame of frames) if (!stdin.write(frame)) await once(stdin, 'drain');
  stdin.end();
  await encoding;
  return (await stat(file)).size;
}

/** Writes a loop that keeps within a limit; each try that is too large tells how much coarser the next must be. */
async function writeLoop(frames, codec, limit, file) {
  const draft = join(drafts, 'loop');
  let crf = codec.first;
  while (crf <= codec.coarsest) {
    const size = await encode(frames, codec, crf, draft);
    if (size <= limit) {
      await copyFile(draft, file);
      return `crf ${crf}, ${kilobytes(size)}`;
    }
    crf += Math.max(1, Math.round(codec.half * Math.log2(size / limit)));
  }
  throw new Error(`${file} stays over ${kilobytes(limit)} even at crf ${codec.coarsest}`);
}

/** Writes the best poster that reaches its aim or, where none does, the smallest, if that keeps within POSTER_LIMIT. */
async function writePoster(frame, { qualities, encode: encodeStill }, aim, file) {
  const [still, draft] = [join(drafts, 'still.png'), join(drafts, 'poster')];
  await writeFile(still, frame);
  const encodeAt = async (index) => {
    await encodeStill(still, qualities[index], draft);
    return (await stat(draft)).size;
  };
  /* The coarser, the smaller: a bisection finds the finest that is small enough. */
  let [low, high] = [0, qualities.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await encodeAt(middle)) <= aim) high = middle;
    else low = middle + 1;
  }
  const size = await encodeAt(low);
  if (size > POSTER_LIMIT) throw new Error(`${file} stays over ${kilobytes(POSTER_LIMIT)}`);
  await copyFile(draft, file);
  return `quality ${qualities[low]}, ${kilobytes(size)}`;
}

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const stillsOnly = flags.includes('--posters');
const missingOnly = flags.includes('--missing');

await mkdir(OUT, { recursive: true });
/* tries are made elsewhere: whoever reads the media folder meanwhile finds whole pictures only */
const drafts = await mkdtemp(join(tmpdir(), 'spanwright-heroes-'));
const server = await serve(HERE);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const name of Object.keys(PAGES))
    for (const [format, size] of Object.entries(FORMATS))
      for (const scheme of Object.keys(PALETTES)) {
        if (named.length && !named.includes(name) && !named.includes(`${name}-${format}`)) continue;
        const file = `${name}-${format}${ENDINGS[scheme]}`;
        const base = join(OUT, file);
        const wanted = (kind) => !(missingOnly && existsSync(`${base}.${kind}`));
        const stills = Object.keys(STILLS).filter(wanted);
        const loops = stillsOnly ? [] : Object.keys(CODECS).filter(wanted);
        if (stills.length + loops.length === 0) continue;
        const frames = await draw(browser, server.base, { name, size, scheme, still: loops.length === 0 });
        for (const kind of stills)
          console.log(
            `${file}.${kind}`,
            await writePoster(frames[0], STILLS[kind], STILLS[kind].aims[format], `${base}.${kind}`),
          );
        /* the MP4 comes first, as the WebM is measured by it */
        for (const kind of loops) {
          const limit =
            kind === 'webm' ? Math.min(LOOP_LIMIT, WEBM_SHARE * (await stat(`${base}.mp4`)).size) : LOOP_LIMIT;
          console.log(`${file}.${kind}`, await writeLoop(frames, CODECS[kind], limit, `${base}.${kind}`));
        }
      }
} finally {
  await browser.close();
  server.close();
  await rm(drafts, { recursive: true });
}
