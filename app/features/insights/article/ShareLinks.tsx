import { useState } from 'react';
import { useHydrated } from '../../../ui/hydrated/use-hydrated.ts';
import styles from './ShareLinks.module.css';

interface ShareLinksProps {
  title: string;
  /** Full address of the article. */
  url: string;
}

/** How long "Copied" is shown, ms. */
const copiedMs = 3000;

/** Passing an article on without anyone else's script: by e-mail, or by its address. */
export function ShareLinks({ title, url }: ShareLinksProps) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <div className={styles.share}>
      <h2 className={styles.heading}>Pass it on</h2>
      <p>
        <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>Send by e-mail</a>
      </p>
      {hydrated && 'clipboard' in navigator && (
        <p>
          <button type="button" onClick={copy}>
            Copy the address
          </button>
          <span role="status">{copied && 'Copied'}</span>
        </p>
      )}
    </div>
  );
}
