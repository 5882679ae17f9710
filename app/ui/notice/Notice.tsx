import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { ArrowLink } from '../arrow-link/ArrowLink.tsx';
import { Wrap } from '../section/Section.tsx';
import columns from '../split/Columns.module.css';
import split from '../split/Split.module.css';
import texts from '../text/Text.module.css';
import { Lead } from '../text/Text.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  heading: string;
  text: string;
  /** Whether the text announces a success or a failure (Contract, assistive technology); an error page is neither. */
  role?: 'status' | 'alert';
  /** Links to other pages. */
  links?: readonly { label: string; to: string }[];
  /** A drawing above the heading. */
  drawing?: ReactNode;
  /** Content between the text and the links. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A page with one message, for example that something was received or has errors. */
export function Notice({ heading, text, role, links = [], drawing, children, className }: NoticeProps) {
  return (
    <section className={cx(styles.notice, className)}>
      <Wrap>
        {drawing}
        <div className={cx(columns.columns, split.split)}>
          <h1 className={cx(texts.display, styles.heading)}>{heading}</h1>
          <div>
            <div role={role}>
              <Lead>{text}</Lead>
            </div>
            {children}
            {links.length > 0 && (
              <ul className={styles.links}>
                {links.map(({ label, to }) => (
                  <li key={to}>
                    <ArrowLink to={to}>{label}</ArrowLink>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      </Wrap>
    </section>
  );
}
