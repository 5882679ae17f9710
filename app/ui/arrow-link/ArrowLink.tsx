import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { SiteLink } from '../site-link/SiteLink.tsx';
import styles from './ArrowLink.module.css';

interface ArrowLinkProps {
  to: string;
  children: ReactNode;
}

/** The quiet variant of a button: underlined text and an arrow, which points outwards if the link leaves the site. */
export function ArrowLink({ to, children }: ArrowLinkProps) {
  if (to === '') return <span>{children}</span>;
  return (
    <SiteLink to={to} className={styles.link}>
      <span className={styles.word}>{children}</span>
      <Icon name={to.startsWith('https:') ? 'arrow-out' : 'arrow'} className={styles.icon} />
    </SiteLink>
  );
}
