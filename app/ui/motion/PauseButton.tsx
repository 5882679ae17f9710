import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { setMotionPaused } from './motion.ts';
import styles from './PauseButton.module.css';
import { useMotion } from './use-motion.ts';

/**
 * Stops and starts all motion on the page; the choice is remembered. Place it next to any automatic motion (WCAG 2.2.2). Absent
 * if the system prefers reduced motion, since nothing moves then, and without JavaScript.
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
      data-needs-scripts=""
      onClick={() => setMotionPaused(!paused)}
    >
      <Icon name={paused ? 'play' : 'pause'} />
    </button>
  );
}

interface ScriptPauseButtonProps {
  className?: string | undefined;
  /** Whether the button is initially hidden; the script shows it once there is something to pause. */
  hidden?: boolean;
}

/** The same button for a plain script (`connectPauseButton`). */
export function ScriptPauseButton({ className, hidden = false }: ScriptPauseButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.pause, className)}
      aria-label="Pause"
      data-pause=""
      data-needs-scripts=""
      hidden={hidden}
    >
      <Icon name="pause" className={styles.whileMoving} />
      <Icon name="play" className={styles.whilePaused} />
    </button>
  );
}
