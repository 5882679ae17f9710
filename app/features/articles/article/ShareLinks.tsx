import { Island } from '../../../ui/island/Island.tsx';
import styles from './ShareLinks.module.css';

interface ShareLinksProps {
  title: string;
  /** Full URL of the article. */
  url: string;
}

/** Shares an article without third-party scripts: by e-mail, or by copying its URL. */
export function ShareLinks({ title, url }: ShareLinksProps) {
  return (
    <div className={styles.share}>
      <h2 className={styles.heading}>Pass it on</h2>
      <p>
        <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>Send by e-mail</a>
      </p>
      <Island name="copy-link" wake="idle" props={{ url }}>
        <p data-needs-scripts="">
          <button type="button">Copy the address</button>
          <span role="status" />
        </p>
      </Island>
    </div>
  );
}
