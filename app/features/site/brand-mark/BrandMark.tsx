import styles from './BrandMark.module.css';

/** The company's mark: a span between two towers, its deck painted. Always beside the name. */
export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 44 30" aria-hidden="true">
      <path d="M8 1V29M36 1V29" strokeWidth="3.4" />
      <path d="M0 12Q4.5 8.5 8 3Q22 34 36 3Q39.5 8.5 44 12" strokeWidth="2.2" />
      <path className={styles.deck} d="M0 21H44" strokeWidth="3.4" />
    </svg>
  );
}
