import type { WakeIsland } from '../island/wake-islands.ts';
import { connectPauseButton } from '../motion/connect-pause-button.ts';
import { addFilm, type Loops } from './film.ts';

/** Adds the film to a `PageHero`, and shows its Pause button once there is a film to pause. */
export const wake: WakeIsland = (element, props) => {
  const layer = element.querySelector('[data-film]');
  const button = element.querySelector<HTMLElement>('[data-pause]');
  if (!layer || !button) return;
  connectPauseButton(button);
  addFilm(layer, props as Loops, (canPause) => {
    button.hidden = !canPause;
  });
};
