import type { ReactNode } from 'react';

interface HiddenProps {
  children: ReactNode;
  /** The element; `h2` for a heading in the outline. */
  as?: 'span' | 'h2' | 'label';
  htmlFor?: string;
}

/** Text for screen readers only. */
export function Hidden({ as: Element = 'span', children, ...rest }: HiddenProps) {
  return (
    <Element className="sr-only" {...rest}>
      {children}
    </Element>
  );
}
