import { formatDay } from '../../../shared/format-day.ts';
import styles from './PreviewNote.module.css';

/** Tells the holder of a preview link that others do not see the page. @param props.until when the link expires, ISO 8601 */
export function PreviewNote({ until }: { until: string }) {
  return (
    <aside className={styles.note} aria-label="Preview" data-screen-only="">
      Preview for people with this link, until {formatDay(until)}, {until.slice(11, 16)} UTC
    </aside>
  );
}
