import type { ReactNode } from 'react';
import { Wrap } from '../section/Section.tsx';
import { SiteLink } from '../site-link/SiteLink.tsx';
import styles from './ReadingHead.module.css';

interface ReadingHeadProps {
  /** The pages above this one, from the home page down. */
  trail: readonly { label: string; to: string }[];
  /** Stands between the breadcrumb and the title. */
  picture?: ReactNode;
  title: string;
  /** Content under the title: byline, facts. */
  children?: ReactNode;
}

/** Breadcrumb, picture and title of a page for reading: an article, a position. */
export function ReadingHead({ trail, picture, title, children }: ReadingHeadProps) {
  return (
    <Wrap className={styles.head}>
      <nav className={styles.crumbs} aria-label="Breadcrumb">
        <ol>
          {trail.map(({ label, to }) => (
            <li key={to}>
              <SiteLink to={to}>{label}</SiteLink>
            </li>
          ))}
          <li aria-current="page">{title}</li>
        </ol>
      </nav>
      {picture && <div className={styles.picture}>{picture}</div>}
      <h1 className={styles.title}>{title}</h1>
      {children}
    </Wrap>
  );
}
