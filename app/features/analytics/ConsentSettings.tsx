import styles from './ConsentSettings.module.css';

/** The button that reopens the choice. It stays hidden where there is none: nothing is sent without JavaScript or with a blocked banner. */
export function ConsentSettings({ label }: { label: string }) {
  return (
    <button type="button" className={styles.control} data-consent-settings="" hidden>
      {label}
    </button>
  );
}
