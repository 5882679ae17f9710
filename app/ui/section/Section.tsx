import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Section.module.css';

interface SectionProps {
  children: ReactNode;
  /** Id that links lead to. */
  anchor?: string | undefined;
  /** Fog; the quiet band; the night band; the painted surface, once a page. */
  ground?: 'paper' | 'sunk' | 'night' | 'paint' | undefined;
  /** `after` drops the space above where the section before has the same ground and breathes already. */
  space?: 'full' | 'tight' | 'after' | undefined;
  /** Id of the heading that names the section, where it is a landmark worth jumping to. */
  labelledBy?: string | undefined;
  /** Of no use on paper: a form, links to other pages. */
  screenOnly?: boolean;
  className?: string | undefined;
}

/** A band of the page: ground, breathing space, and the width everything keeps to. */
export function Section({
  children,
  anchor,
  ground = 'paper',
  space = 'full',
  labelledBy,
  screenOnly = false,
  className,
}: SectionProps) {
  return (
    <section
      id={anchor}
      aria-labelledby={labelledBy}
      className={cx(styles.section, styles[ground], space !== 'full' && styles[space], screenOnly && styles.screenOnly)}
    >
      <div className={cx(styles.wrap, className)}>{children}</div>
    </section>
  );
}

/** The page's width and margins, where there is no section around it. */
export function Wrap({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={cx(styles.wrap, className)}>{children}</div>;
}
