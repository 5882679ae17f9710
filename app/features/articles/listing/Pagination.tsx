import { Icon } from '../../../ui/icon/Icon.tsx';
import { paginationItems } from '../pagination.ts';
import styles from './Pagination.module.css';

interface PaginationProps {
  current: number;
  pageCount: number;
  /** URL of a page, from 1. */
  hrefOf: (page: number) => string;
}

/** Page numbers with previous and next, as links (Specification 2, Insights; Contract, names). */
export function Pagination({ current, pageCount, hrefOf }: PaginationProps) {
  if (pageCount < 2) return null;
  const step = (to: number, label: string, back = false) =>
    to < 1 || to > pageCount ? (
      <span className={styles.end} aria-disabled="true">
        {label}
      </span>
    ) : (
      <a
        href={hrefOf(to)}
        className={back ? `${styles.step} ${styles.back}` : styles.step}
        rel={back ? 'prev' : 'next'}
      >
        <span>{label}</span>
        <Icon name="arrow" />
      </a>
    );
  return (
    <nav className={styles.pages} aria-label="Pagination" data-screen-only="">
      {step(current - 1, 'Previous', true)}
      <ol>
        {paginationItems(current, pageCount).map((item, index) =>
          item === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <li key={`gap-${index}`} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={item}>
              <a
                href={hrefOf(item)}
                aria-label={`Page ${item}`}
                {...(item === current ? { 'aria-current': 'page' as const } : {})}
              >
                {item}
              </a>
            </li>
          ),
        )}
      </ol>
      {step(current + 1, 'Next')}
    </nav>
  );
}
