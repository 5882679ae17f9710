import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Subheading.module.css';

interface SubheadingProps {
  children: ReactNode;
  level?: 3 | 4;
  className?: string | undefined;
}

/** The heading of an item of a section. */
export function Subheading({ children, level = 3, className }: SubheadingProps) {
  const Heading = `h${level}` as const;
  return <Heading className={cx(styles.subheading, className)}>{children}</Heading>;
}
