import { onMotionChange, readMotion, setMotionPaused } from './motion.ts';

/** Makes a `PauseButton` stop and start all motion on the page, with the matching label. Does not show a hidden button. */
export function connectPauseButton(button: HTMLElement): void {
  const update = () => {
    const motion = readMotion();
    button.dataset.pause = motion;
    button.ariaLabel = motion === 'paused' ? 'Play' : 'Pause';
  };
  update();
  onMotionChange(update);
  button.addEventListener('click', () => setMotionPaused(readMotion() !== 'paused'));
}
