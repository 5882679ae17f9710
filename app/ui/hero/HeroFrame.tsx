import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { Wrap } from '../section/Section.tsx';
import styles from './HeroFrame.module.css';

interface HeroFrameProps extends ComponentPropsWithoutRef<'section'> {
  /** The heading and the content below it. */
  children: ReactNode;
  /** A button at the bottom left. */
  start?: ReactNode;
  /** Controls at the bottom left, which precede the text in the order of focus. The text has the class `aboveControls`. */
  controls?: ReactNode;
  /** Content at the bottom, before the scroll arrow. */
  beforeArrow?: ReactNode;
  /** One `HeroMediaView` or several. */
  backdrop: ReactNode;
}

/**
 * The frame of both heroes: the drawing, the text at its bottom, and the arrow that scrolls to the next section (Specification 2,
 * Shared behaviour). The arrow's target immediately follows it.
 */
export function HeroFrame({ children, start, controls, beforeArrow, backdrop, ...section }: HeroFrameProps) {
  return (
    <>
      <section className={cx(styles.hero, controls !== undefined && styles.tall)} {...section}>
        <div className={styles.backdrop} aria-hidden="true" data-screen-only="">
          {backdrop}
        </div>
        <Wrap className={styles.content}>
          {controls}
          {children}
          <div className={styles.foot}>
            {start}
            <div className={styles.end} data-screen-only="">
              {beforeArrow}
              <a className={styles.arrow} href="#next" aria-label="Scroll to the next section">
                <Icon name="arrow-down" />
              </a>
            </div>
          </div>
        </Wrap>
      </section>
      <span id="next" className={styles.next} />
    </>
  );
}
