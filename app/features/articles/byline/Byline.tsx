import { formatDay } from '../../../shared/format-day.ts';
import { Picture } from '../../../ui/picture/Picture.tsx';
import type { Author } from '../article.schema.ts';
import styles from './Byline.module.css';

interface BylineProps {
  author: Author;
  /** ISO date. */
  date?: string;
  /** ISO date. */
  updated?: string | undefined;
  /** Minutes; shown in place of the date on the article itself. */
  readTime?: number;
}

/** Portrait, if there is one, name, and date or reading time. */
export function Byline({ author, date, updated, readTime }: BylineProps) {
  return (
    <div className={styles.by}>
      {author.avatar && <Picture image={author.avatar} alt="" size="avatar" className={styles.avatar} />}
      <p>
        <b>{author.name}</b>{' '}
        <span>
          {readTime !== undefined && `${readTime} minute read`}
          {readTime !== undefined && date && ', '}
          {date && <time dateTime={date}>{formatDay(date)}</time>}
          {updated && (
            <>
              , updated <time dateTime={updated}>{formatDay(updated)}</time>
            </>
          )}
        </span>
      </p>
    </div>
  );
}
