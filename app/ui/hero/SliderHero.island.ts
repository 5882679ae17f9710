import type { WakeIsland } from '../island/wake-islands.ts';
import { startAutoplay } from '../motion/autoplay.ts';
import { connectPauseButton } from '../motion/connect-pause-button.ts';
import { onMotionChange, readMotion } from '../motion/motion.ts';
import { watchRest } from '../motion/rest.ts';
import { addFilm, type Film, type Loops } from './film.ts';
import media from './HeroMediaView.module.css';
import styles from './SliderHero.module.css';

/** How long a slide is shown, ms (Specification 9), and how long before its turn the next one is fetched, ms. */
const intervalMs = 10_000;
const leadMs = 2500;

/** Sideways travel from which a finger swipes instead of tapping, CSS pixels. */
const swipePx = 40;

/** Props of the island: the films of each slide. */
export type SliderHeroScriptProps = {
  loops: readonly Loops[];
};

/** Switches the slides of a `SliderHero` by a timer, by its dots and by swipes. */
export const wake: WakeIsland = (element, props) => {
  const hero = element.querySelector('section');
  const texts = element.querySelector('[data-slides]');
  const controls = element.querySelector<HTMLElement>('[data-controls]');
  const pause = element.querySelector<HTMLElement>('[data-pause]');
  if (!hero || !texts || !controls || !pause) return;
  const dots = [...controls.querySelectorAll('[data-dots] button')];
  const backdrops = createBackdrops(element, (props as SliderHeroScriptProps).loops);
  let current = 0;
  let resting = false;
  let passedMs = 0;

  const autoplay = startAutoplay(leadMs, () => {
    const next = (current + 1) % dots.length;
    passedMs += leadMs;
    if (passedMs >= intervalMs) show(next);
    else if (passedMs >= intervalMs - leadMs) backdrops.fetch(next);
  });
  const restart = () => {
    passedMs = 0;
    autoplay.restart();
  };
  const show = (next: number) => {
    current = next;
    for (const [index, dot] of dots.entries()) {
      dot.ariaCurrent = index === current ? 'true' : null;
      texts.children[index]?.classList.toggle(styles.current ?? '', index === current);
    }
    backdrops.show(current);
    restart();
  };
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => show(index));
  watchSwipes(hero, (step) => show((current + step + dots.length) % dots.length));

  const announce = () => {
    // Automatic changes are not announced.
    texts.ariaLive = readMotion() === 'moving' && !resting ? 'off' : 'polite';
  };
  onMotionChange(announce);
  announce();
  watchRest({
    focusArea: hero,
    pointerArea: controls,
    onChange(next) {
      if (next === resting) return;
      resting = next;
      autoplay.setResting(resting);
      restart();
      announce();
    },
  });
  connectPauseButton(pause);
};

/** Calls back with the number of slides, 1 or -1, by which a finger that swipes sideways moves the row. */
function watchSwipes(hero: HTMLElement, onSwipe: (step: number) => void): void {
  let start: Touch | undefined;
  const onTouchStart = ({ touches }: TouchEvent) => {
    // Two fingers zoom the page, and one finger then moves what is seen of it.
    start = touches.length === 1 && (visualViewport?.scale ?? 1) < 1.01 ? touches[0] : undefined;
  };
  hero.addEventListener('touchstart', onTouchStart, { passive: true });
  hero.addEventListener('touchend', ({ changedTouches: [end] }) => {
    if (!start || !end) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = undefined;
    if (Math.abs(x) < Math.max(swipePx, 2 * Math.abs(y))) return;
    onSwipe(x > 0 === hero.matches(':dir(rtl)') ? 1 : -1);
  });
}

/** Creates the drawings behind the slides. All but the first are templates, so that nothing is fetched before it is needed. */
function createBackdrops(element: Element, loops: readonly Loops[]) {
  const places = [...(element.querySelector('[data-film]')?.parentElement?.children ?? [])];
  const layers = new Map<number, { layer: Element; film: Film; ready: boolean }>();
  let wanted = 0;
  let upcoming: number | undefined;
  let shown = 0;
  /** The previous one, which may still be fading out. */
  let left: number | undefined;

  const update = () => {
    if (shown !== wanted && layers.get(wanted)?.ready) {
      left = shown;
      shown = wanted;
    }
    for (const [index, { layer, film }] of layers) {
      layer.classList.toggle(media.shown ?? '', index === shown);
      if (index === shown) film.setTurn('play');
      else if (index === left) film.setTurn('rest');
      else film.setTurn(index === upcoming ? 'fetch' : 'none');
    }
  };
  const add = (index: number) => {
    const place = places[index];
    if (!place || layers.has(index)) return;
    const layer =
      place instanceof HTMLTemplateElement ? document.importNode(place.content, true).firstElementChild : place;
    if (!layer) return;
    const added = { layer, film: addFilm(layer, loops[index] ?? {}), ready: layer === place };
    layers.set(index, added);
    if (added.ready) return;
    const poster = layer.querySelector('img');
    for (const event of ['load', 'error'])
      poster?.addEventListener(event, () => {
        added.ready = true;
        update();
      });
    place.replaceWith(layer);
  };
  add(0);
  return {
    /** Fetches the drawing of the next slide. */
    fetch(index: number): void {
      upcoming = index;
      add(index);
      update();
    },
    /** Shows the drawing of a slide once its poster has loaded; until then the previous one remains. */
    show(index: number): void {
      wanted = index;
      upcoming = undefined;
      add(index);
      update();
    },
  };
}
