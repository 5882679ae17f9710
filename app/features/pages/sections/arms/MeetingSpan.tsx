import { box, drawCantilevers } from './cantilever.ts';
import styles from './MeetingSpan.module.css';

const drawing = drawCantilevers();

/** The bridge between the two banks, the span that joins its arms in paint. It only accompanies words. */
export function MeetingSpan() {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.brace} d={drawing.braces} />
      <path className={styles.chord} d={drawing.chords} />
      <path className={styles.brace} d={drawing.courses} />
      <path className={styles.masonry} d={drawing.masonry} />
      <path className={styles.deck} d={drawing.deck} />
      <path className={styles.joint} d={drawing.suspended} />
    </svg>
  );
}
