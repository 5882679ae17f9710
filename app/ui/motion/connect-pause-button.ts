import { onMotionChange, readMotion, setMotionPaused } from './motion.ts';

/** Makes a `ScriptPauseButton` stop and start all motion of the page, and say which of both it does. A hidden one stays hidden. */
export function connectPauseButton(button: HTMLElement): void {
  const update = () => {
    button.ariaLabel = readMotion() === 'paused' ? 'Play' : 'Pause';
  };
  update();
  onMotionChange(update);
  button.addEventListener('click', () => setMotionPaused(readMotion() !== 'paused'));
}
