import type { HeroLoopFiles, HeroMedia } from '../../platform/content/fields.ts';
import { below, from, tablet } from '../../shared/breakpoints.ts';
import { whenLoadedAndIdle } from '../island/when-idle.ts';
import { onMotionChange, readMotion } from '../motion/motion.ts';
import styles from './HeroMediaView.module.css';

/** Media queries of the tall and the wide cut; the poster's `<source>` and the styles use the same width. */
export const tallCut = below(tablet);
export const wideCut = from(tablet);

/** Media query of the dark scheme's files, as in the stylesheets. */
export const darkScheme = '(prefers-color-scheme: dark)';

/** Network Information API, in browsers that support it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/** The loops of a hero in the light and the dark scheme. */
export type Loops = {
  light?: HeroMedia['loop'] | undefined;
  dark?: HeroMedia['loop'] | undefined;
};

/** Returns a hero's loops for `addFilm`. */
export const loopsOf = ({ loop, dark }: HeroMedia): Loops => ({ light: loop, dark: dark ? dark.loop : loop });

/**
 * The current role of a film:
 * - `play`: it is shown
 * - `rest`: it is paused, possibly while fading out
 * - `fetch`: it is fetched before its turn
 * - `none`: it is not in the page
 */
export type FilmTurn = 'play' | 'rest' | 'fetch' | 'none';

export type Film = ReturnType<typeof addFilm>;

/**
 * Adds the film of a hero over its poster (Ruling 15): only after the page is painted and idle, only one cut in one colour scheme,
 * never with Save-Data, a slow connection or reduced motion, and not again after its file failed. It plays while it is on screen,
 * in a visible tab, and motion is on.
 * @param layer the element of the poster
 * @param onChange called with whether there is a film to pause or resume
 */
export function addFilm(layer: Element, loops: Loops, onChange: (canPause: boolean) => void = () => {}) {
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
    const onPainted = () => {
      film.started = true;
      video.classList.add(styles.started ?? '');
      update();
    };
    video.addEventListener('playing', () => requestAnimationFrame(() => requestAnimationFrame(onPainted)));
    layer.append(video);
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
      const plays = motion === 'moving' && onScreen && turn === 'play' && !document.hidden;
      // WebKit never fetches a film that plays before it has selected the source, unless it may preload it.
      if (plays || turn === 'fetch') current.video.preload = 'auto';
      if (plays) {
        current.video.play().catch(() => {
          // The browser may refuse, for example to save power; the poster then remains.
        });
      } else current.video.pause();
    }
    onChange(current !== undefined && (current.started || motion === 'paused'));
  };

  for (const query of [tall, dark]) query.addEventListener('change', update);
  document.addEventListener('visibilitychange', update);
  onMotionChange(update);
  // Where a browser's media are switched off, a video element has none of its methods.
  if ('play' in document.createElement('video') && !connectionIsSlow())
    whenLoadedAndIdle(() => {
      permitted = true;
      observer.observe(layer);
    });

  return {
    setTurn(next: FilmTurn): void {
      if (next === turn) return;
      turn = next;
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
  // H.264 first: phones decode it in hardware, and at these sizes it shows the thin lines of the drawings without blocks.
  video.append(createSource(files.mp4, 'video/mp4'));
  if (files.webm) video.append(createSource(files.webm, 'video/webm'));
  video.lastElementChild?.addEventListener('error', onError);
  return video;
}

const createSource = (src: string, type: string): HTMLSourceElement =>
  Object.assign(document.createElement('source'), { src, type });

function connectionIsSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
