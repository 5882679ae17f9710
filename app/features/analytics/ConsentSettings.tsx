import styles from './ConsentSettings.module.css';

/**
 * The control by which a choice is changed; the script of analytics hides it where nothing can be chosen. Absent with JavaScript off,
 * when nothing is sent.
 */
export function ConsentSettings({ label }: { label: string }) {
  return (
    <button type="button" className={styles.control} data-consent-settings="">
      {label}
    </button>
  );
}
