import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { Wrap } from '../section/Section.tsx';
import styles from './HeroFrame.module.css';

interface HeroFrameProps extends ComponentPropsWithoutRef<'section'> {
  /** The heading and the content below it. */
  children: ReactNode;
  /** Content at the bottom left: a button, the pagination. */
  start?: ReactNode;
  /** Content at the bottom, before the scroll arrow. */
  beforeArrow?: ReactNode;
  /** One `HeroMediaView` or several. */
  backdrop: ReactNode;
  /** Whether the hero is a little taller, as on the home page. */
  tall?: boolean;
}

/**
 * The frame of both heroes: the drawing, the text at its bottom, and the arrow that scrolls to the next section (Specification 2,
 * Shared behaviour). The arrow's target immediately follows it.
 */
export function HeroFrame({ children, start, beforeArrow, backdrop, tall = false, ...section }: HeroFrameProps) {
  return (
    <>
      <section className={cx(styles.hero, tall && styles.tall)} {...section}>
        <div className={styles.backdrop} aria-hidden="true" data-screen-only="">
          {backdrop}
        </div>
        <Wrap className={styles.content}>
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
