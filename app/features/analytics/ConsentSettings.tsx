import styles from './ConsentSettings.module.css';

/** The button that reopens the choice; hidden until it can: with JavaScript off, with a blocked banner or without a choice nothing is sent. */
export function ConsentSettings({ label }: { label: string }) {
  return (
    <button type="button" className={styles.control} data-consent-settings="" hidden>
      {label}
    </button>
  );
}
