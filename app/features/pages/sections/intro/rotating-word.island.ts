import type { WakeIsland } from '../../../../ui/island/wake-islands.ts';
import { startAutoplay } from '../../../../ui/motion/autoplay.ts';
import styles from './Intro.module.css';

/** How long a word stays, ms: long enough to read the statement with it. */
const intervalMs = 2600;

/** Shows one word after the other; the page's Pause button stops it. */
export const wake: WakeIsland = (element) => {
  const words = [...element.children];
  const shownClass = styles.current ?? '';
  startAutoplay(intervalMs, () => {
    const shown = words.findIndex(({ classList }) => classList.contains(shownClass));
    words[shown]?.classList.remove(shownClass);
    words[(shown + 1) % words.length]?.classList.add(shownClass);
  });
};
