import type { HeroLoopFiles, HeroMedia } from '../../platform/content/fields.ts';
import { below, from } from '../../shared/breakpoints.ts';
import { onMotionChange, readMotion } from '../motion/motion.ts';
import styles from './HeroMediaView.module.css';

/** Where the tall cut takes the place of the wide one; the poster's `<source>` and the styles use the same width. */
export const tallCut = below('tablet');
export const wideCut = from('tablet');

/** Where the dark scheme's files take the place of the light one's, as in the style sheet. */
export const darkScheme = '(prefers-color-scheme: dark)';

/** What the generator renders (H.264 stands last: every browser plays it). */
const av1 = 'video/webm; codecs="av01.0.08M.08"';

/** How long to wait where the browser does not tell when it is idle, ms. */
const idleDelay = 200;

/** Network Information API, where the browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/** The loops of a hero in the light scheme and, where it has others, in the dark one. */
export interface Loops {
  light?: HeroMedia['loop'] | undefined;
  dark?: HeroMedia['loop'] | undefined;
}

/** What `addFilm` takes of a hero's files. */
export const loopsOf = ({ loop, dark }: HeroMedia): Loops => ({ light: loop, dark: dark ? dark.loop : loop });

/**
 * What a film is there for now:
 * - `play`: it is shown
 * - `rest`: it stands still, where it may still be fading
 * - `fetch`: it is fetched before its turn
 * - `none`: it is not in the page
 */
export type FilmTurn = 'play' | 'rest' | 'fetch' | 'none';

export interface Film {
  setTurn(turn: FilmTurn): void;
  /** Takes it out of the page, for good. */
  remove(): void;
}

/**
 * Puts the moving picture of a hero over its poster (Ruling 15): only after the page is painted and idle, one cut in one colour
 * scheme only, never with Save-Data, a slow connection or reduced motion, and never again after its file failed. It plays while
 * it is on screen, in a visible tab, and motion is on.
 * @param layer the element of the poster
 * @param onChange called with whether there is something to pause, or to play again
 */
export function addFilm(layer: Element, loops: Loops, onChange: (canPause: boolean) => void = () => {}): Film {
  const tall = matchMedia(tallCut);
  const dark = matchMedia(darkScheme);
  const failed = new Set<string>();
  let turn: FilmTurn = 'play';
  let permitted = false;
  let onScreen = false;
  let current: { name: string; video: HTMLVideoElement; started: boolean } | undefined;

  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? false;
    update();
  });

  const start = (files: HeroLoopFiles) => {
    const video = createVideo(files, () => {
      failed.add(files.mp4);
      update();
    });
    const film = { name: files.mp4, video, started: false };
    video.addEventListener('playing', () =>
      afterPaint(() => {
        film.started = true;
        video.classList.add(styles.started ?? '');
        update();
      }),
    );
    layer.append(video);
    // It plays once the layer is found on screen anew, a frame later: WebKit never fetches a film that plays as soon as it is inserted.
    onScreen = false;
    observer.unobserve(layer);
    observer.observe(layer);
    return film;
  };

  const update = () => {
    const loop = dark.matches ? loops.dark : loops.light;
    const files = tall.matches ? loop?.tall : loop?.wide;
    const motion = readMotion();
    const isWanted = permitted && turn !== 'none' && motion !== 'reduced' && !failed.has(files?.mp4 ?? '');
    if (!isWanted || current?.name !== files?.mp4) {
      current?.video.remove();
      current = isWanted && files ? start(files) : undefined;
    }
    if (current) {
      if (turn === 'fetch') current.video.preload = 'auto';
      if (motion === 'moving' && onScreen && turn === 'play' && !document.hidden) {
        current.video.play().catch(() => {
          // The browser may refuse, to save power for one: the poster then stays.
        });
      } else current.video.pause();
    }
    onChange(current !== undefined && (current.started || motion === 'paused'));
  };

  const removal = new AbortController();
  const { signal } = removal;
  for (const query of [tall, dark]) query.addEventListener('change', update, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  signal.addEventListener('abort', onMotionChange(update));
  if (!connectionIsSlow())
    whenIdle(() => {
      permitted = !signal.aborted;
      update();
    });

  return {
    setTurn(next) {
      if (next === turn) return;
      turn = next;
      update();
    },
    remove() {
      removal.abort();
      observer.disconnect();
      permitted = false;
      update();
    },
  };
}

function createVideo(files: HeroLoopFiles, onError: () => void): HTMLVideoElement {
  const video = document.createElement('video');
  video.className = styles.loop ?? '';
  video.preload = 'none';
  video.muted = true;
  video.loop = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.tabIndex = -1;
  if (files.webm) video.append(createSource(files.webm, av1));
  const last = createSource(files.mp4, 'video/mp4');
  last.addEventListener('error', onError);
  video.append(last);
  return video;
}

function createSource(src: string, type: string): HTMLSourceElement {
  const source = document.createElement('source');
  source.src = src;
  source.type = type;
  return source;
}

/** Calls back once the browser has painted what it has to paint now. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback));
}

function connectionIsSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}

/** Calls back once the page has loaded and the browser is idle. */
function whenIdle(callback: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(callback);
    else setTimeout(callback, idleDelay);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
