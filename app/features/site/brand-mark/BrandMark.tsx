import { brandMark } from '../../../shared/brand-mark.ts';
import styles from './BrandMark.module.css';

/** The company's mark: a span between two towers, its deck painted. Always beside the name. */
export function BrandMark() {
  const { width, height, towers, cable, deck } = brandMark;
  return (
    <svg className={styles.mark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={towers.path} strokeWidth={towers.strokeWidth} />
      <path d={cable.path} strokeWidth={cable.strokeWidth} />
      <path className={styles.deck} d={deck.path} strokeWidth={deck.strokeWidth} />
    </svg>
  );
}
