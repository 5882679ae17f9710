import { onMotionChange, readMotion, setMotionPaused } from './motion.ts';

/** Makes a `HiddenPauseButton` stop and start all motion of the page, and say which of both it does. It stays hidden. */
export function connectPauseButton(button: HTMLElement): void {
  const update = () => {
    button.ariaLabel = readMotion() === 'paused' ? 'Play' : 'Pause';
  };
  update();
  onMotionChange(update);
  button.addEventListener('click', () => setMotionPaused(readMotion() !== 'paused'));
}
