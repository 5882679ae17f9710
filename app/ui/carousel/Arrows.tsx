import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './Arrows.module.css';

interface ArrowsProps {
  /** Whether the first slide follows the last; otherwise "Previous" has no effect at first. */
  loop: boolean;
  className?: string | undefined;
}

/** The buttons "Previous" and "Next" of a `Carousel`. A component of its own, since most carousels need no styles for it. */
export function Arrows({ loop, className }: ArrowsProps) {
  return (
    <span className={cx(styles.arrows, className)} data-screen-only="" data-needs-scripts="">
      <button type="button" aria-label="Previous" aria-disabled={!loop} data-move="previous">
        <Icon name="arrow" className={styles.back} />
      </button>
      <button type="button" aria-label="Next" aria-disabled={false} data-move="next">
        <Icon name="arrow" />
      </button>
    </span>
  );
}
