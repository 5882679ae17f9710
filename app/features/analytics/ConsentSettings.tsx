import { useHydrated } from '../../ui/hydrated/use-hydrated.ts';
import styles from './ConsentSettings.module.css';
import { isRefusedBySignal, reopenChoice } from './consent.ts';

/**
 * The control by which a choice is changed. Absent where nothing can be chosen: with JavaScript off nothing is sent, and
 * Global Privacy Control has refused already.
 */
export function ConsentSettings({ label }: { label: string }) {
  const isRefused = useHydrated() && isRefusedBySignal();
  if (isRefused) return null;
  return (
    <button type="button" className={styles.control} onClick={reopenChoice}>
      {label}
    </button>
  );
}
