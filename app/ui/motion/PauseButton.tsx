import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './PauseButton.module.css';

interface PauseButtonProps {
  className?: string | undefined;
  /** Whether the button is initially hidden; the script shows it once there is something to pause. */
  hidden?: boolean;
}

/**
 * Stops and starts all motion on the page; the choice is remembered. Place it next to any automatic motion (WCAG 2.2.2). Hidden if
 * the system prefers reduced motion, since nothing moves then, and without JavaScript. `connectPauseButton` is its script.
 */
export function PauseButton({ className, hidden = false }: PauseButtonProps) {
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
