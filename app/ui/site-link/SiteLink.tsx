import type { ComponentPropsWithoutRef } from 'react';
import { Hidden } from '../hidden/Hidden.tsx';

/** What a screen reader says of a link that leads elsewhere. */
export const newTabNote = ' (opens a new tab)';

interface SiteLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'> {
  /** `/page`, `/page#anchor`, `#anchor`, `https://…`, `mailto:…` or `tel:…`; empty where the page is not there at present. */
  to: string;
}

/**
 * Every link of the site. One that leads elsewhere opens a new tab and says so to a screen reader (Contract, assistive technology).
 */
export function SiteLink({ to, children, ...rest }: SiteLinkProps) {
  if (to === '') return <span className={rest.className}>{children}</span>;
  if (to.startsWith('https:')) {
    return (
      <a href={to} target="_blank" rel="noopener" {...rest}>
        {children}
        <Hidden>{newTabNote}</Hidden>
      </a>
    );
  }
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  );
}
