import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { ArrowLink } from '../arrow-link/ArrowLink.tsx';
import { Wrap } from '../section/Section.tsx';
import texts from '../text/Text.module.css';
import { Lead } from '../text/Text.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  heading: string;
  text: string;
  /** Links to other pages. */
  links?: readonly { label: string; to: string }[];
  /** Content below, at the width of the page. */
  children?: ReactNode;
}

/** A page with one message, for example that something was received or has errors. */
export function Notice({ heading, text, links = [], children }: NoticeProps) {
  return (
    <section className={styles.notice}>
      <Wrap>
        <h1 className={cx(texts.display, styles.heading)}>{heading}</h1>
        <Lead>{text}</Lead>
        {links.length > 0 && (
          <ul className={styles.links}>
            {links.map(({ label, to }) => (
              <li key={to}>
                <ArrowLink to={to}>{label}</ArrowLink>
              </li>
            ))}
          </ul>
        )}
        {children}
      </Wrap>
    </section>
  );
}
