import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { setMotionPaused } from './motion.ts';
import styles from './PauseButton.module.css';
import { useMotion } from './use-motion.ts';

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

interface ScriptPauseButtonProps {
  className?: string | undefined;
  /** Where there may be nothing to pause: the script shows it once there is. */
  hidden?: boolean;
}

/** The same button for a plain script (`connectPauseButton`). */
export function ScriptPauseButton({ className, hidden = false }: ScriptPauseButtonProps) {
  return (
    <button type="button" className={cx(styles.pause, className)} aria-label="Pause" data-pause="" hidden={hidden}>
      <Icon name="pause" className={styles.whileMoving} />
      <Icon name="play" className={styles.whilePaused} />
    </button>
  );
}
