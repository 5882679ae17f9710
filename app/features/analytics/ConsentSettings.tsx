import styles from './ConsentSettings.module.css';

/** The button that reopens the choice; hidden where there is no choice, absent with JavaScript off, when nothing is sent. */
export function ConsentSettings({ label }: { label: string }) {
  return (
    <button type="button" className={styles.control} data-consent-settings="" data-needs-scripts="">
      {label}
    </button>
  );
}
