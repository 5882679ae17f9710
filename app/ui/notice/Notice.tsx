import { cx } from '../../shared/class-names.ts';
import { ArrowLink } from '../arrow-link/ArrowLink.tsx';
import { Wrap } from '../section/Section.tsx';
import columns from '../split/Columns.module.css';
import texts from '../text/Text.module.css';
import { Lead } from '../text/Text.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  heading: string;
  text: string;
  /** Whether the text announces a success or a failure (Contract, assistive technology). */
  role: 'status' | 'alert';
  /** Links to other pages. */
  links?: readonly { label: string; to: string }[];
}

/** A page with one message, for example that something was received or has errors. */
export function Notice({ heading, text, role, links = [] }: NoticeProps) {
  return (
    <section className={styles.notice}>
      <Wrap>
        <div className={columns.columns}>
          <h1 className={cx(texts.display, styles.heading)}>{heading}</h1>
          <div>
            <div role={role}>
              <Lead>{text}</Lead>
            </div>
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
