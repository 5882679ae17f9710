import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { DimensionLine, type DimensionLineProps } from '../dimension-line/DimensionLine.tsx';
import styles from './Section.module.css';

interface SectionProps extends Pick<DimensionLineProps, 'count' | 'flush'> {
  children: ReactNode;
  /** Heading in a dimension line above the content. */
  heading?: string | undefined;
  /** Id that links lead to. */
  anchor?: string | undefined;
  /** The ground: fog, the quiet band, the night band, or the painted surface, at most once per page. */
  ground?: 'paper' | 'sunk' | 'night' | 'paint' | undefined;
  /** `after` removes the space above, if the previous section has the same ground and space below. */
  space?: 'full' | 'tight' | 'after' | undefined;
  /** Id of the heading that labels the section, if it should be a landmark. */
  labelledBy?: string | undefined;
  /** Whether the section is not printed: a form, links to other pages. */
  screenOnly?: boolean;
  className?: string | undefined;
}

/** A band of the page with its ground, its spacing and the common width. */
export function Section({
  children,
  heading,
  count,
  flush,
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
      data-screen-only={screenOnly ? '' : undefined}
      className={cx(styles.section, styles[ground], space !== 'full' && styles[space])}
    >
      <div className={cx(styles.wrap, className)}>
        {heading !== undefined && <DimensionLine heading={heading} count={count} flush={flush} />}
        {children}
      </div>
    </section>
  );
}

/** The page's width and margins, for content outside of a section. */
export function Wrap({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={cx(styles.wrap, className)}>{children}</div>;
}
