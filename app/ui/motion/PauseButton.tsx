import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { setMotionPaused, useMotion } from './motion.ts';
import styles from './PauseButton.module.css';

/**
 * Stops and starts all motion of the page; the choice is remembered. Stands beside whatever moves by itself (WCAG 2.2.2).
 * Absent where the system asks for less motion, since nothing moves then, and with JavaScript off.
 */
export function PauseButton({ className }: { className?: string | undefined }) {
  const motion = useMotion();
  if (motion === 'reduced') return null;
  const paused = motion === 'paused';
  return (
    <button
      type="button"
      className={cx(styles.pause, className)}
      aria-label={paused ? 'Play' : 'Pause'}
      onClick={() => setMotionPaused(!paused)}
    >
      <Icon name={paused ? 'play' : 'pause'} />
    </button>
  );
}
