import styles from './SkipLink.module.css';

export const mainId = 'main';

/** The first element in the focus order of every page (WCAG 2.4.1). */
export function SkipLink() {
  return (
    <a className={styles.skip} data-screen-only="" href={`#${mainId}`}>
      Skip to content
    </a>
  );
}
