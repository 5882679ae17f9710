import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import { Wrap } from '../section/Section.tsx';
import styles from './HeroFrame.module.css';

interface HeroFrameProps extends ComponentPropsWithoutRef<'section'> {
  /** Heading and what follows it. */
  children: ReactNode;
  /** At the foot, on the left: a button, the pagination. */
  start?: ReactNode;
  /** At the foot, before the scroll arrow. */
  beforeArrow?: ReactNode;
  /** One `HeroMediaView` or several. */
  backdrop: ReactNode;
  /** The home page's is a little taller. */
  tall?: boolean;
}

/**
 * What both heroes are built in: the drawing, the words at its foot, and the arrow that scrolls to the next section
 * (Specification 2, Shared behaviour). The arrow's target stands right after it.
 */
export function HeroFrame({ children, start, beforeArrow, backdrop, tall = false, ...section }: HeroFrameProps) {
  return (
    <>
      <section className={cx(styles.hero, tall && styles.tall)} {...section}>
        <div className={styles.backdrop} aria-hidden="true">
          {backdrop}
        </div>
        <Wrap className={styles.content}>
          {children}
          <div className={styles.foot}>
            {start}
            <div className={styles.end}>
              {beforeArrow}
              <a className={styles.arrow} href="#next" aria-label="Scroll to the next section">
                <Icon name="arrow-down" className={styles.sign} />
              </a>
            </div>
          </div>
        </Wrap>
      </section>
      <span id="next" className={styles.next} />
    </>
  );
}
