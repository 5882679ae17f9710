import type { ComponentPropsWithoutRef } from 'react';
import { Hidden } from '../hidden/Hidden.tsx';

/** Text for screen readers in links to other sites. */
export const newTabNote = ' (opens a new tab)';

interface SiteLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'> {
  /** `/page`, `/page#anchor`, `#anchor`, `https://…`, `mailto:…` or `tel:…`; empty if the page does not exist at present. */
  to: string;
}

/** Every link of the site. A link to another site opens a new tab and announces that to screen readers (Contract, assistive technology). */
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
