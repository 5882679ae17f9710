import type { ComponentPropsWithoutRef } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Dots.module.css';

interface DotsProps extends ComponentPropsWithoutRef<'ol'> {
  count: number;
  dotClassName?: string | undefined;
}

/** A button for each slide, the first one current. The slides' script listens to them and marks the current one. */
export function Dots({ count, dotClassName, ...list }: DotsProps) {
  return (
    <ol data-dots="" {...list}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position
        <li key={index}>
          <button
            type="button"
            className={cx(styles.dot, dotClassName)}
            aria-label={`Go to slide ${index + 1}`}
            aria-current={index === 0 ? 'true' : undefined}
          />
        </li>
      ))}
    </ol>
  );
}
