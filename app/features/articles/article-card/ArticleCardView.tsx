import { articleHref } from '../../../paths.ts';
import { cx } from '../../../shared/class-names.ts';
import cardLink from '../../../ui/card-link/CardLink.module.css';
import { Plate } from '../../../ui/plate/Plate.tsx';
import type { ArticleSummary } from '../article.schema.ts';
import { Byline } from '../byline/Byline.tsx';
import { excerptOf } from '../excerpt.ts';
import styles from './ArticleCardView.module.css';

interface ArticleCardViewProps {
  article: ArticleSummary;
  /** Overrides the article's title. */
  title?: string;
  /** Plain text. */
  excerpt?: string;
}

/**
 * An article in a list. The whole card is clickable, and 'View Post' is a link by that name, distinguished by the title (Ruling 32).
 * A success story shows plate and title only: read time, author, date and excerpt are omitted there (Specification 2, Insights;
 * Ruling 30).
 */
export function ArticleCardView({
  article,
  title = article.title,
  excerpt = excerptOf(article),
}: ArticleCardViewProps) {
  const href = articleHref(article.slug);
  const titleId = `card-${article.slug}`;
  const story = article.category.slug === 'success-stories';
  return (
    <article className={styles.card}>
      <Plate image={article.banner} alt="" size="third" className={styles.plate} />
      {!story && <p className={styles.meta}>{article.readTime} minute read</p>}
      <div className={styles.words}>
        <h3 id={titleId} className={cardLink.title}>
          <a href={href} className={cx(cardLink.link, styles.link)}>
            {title}
          </a>
        </h3>
        {!story && <p className={cx(cardLink.text, styles.excerpt)}>{excerpt}</p>}
      </div>
      <div className={styles.foot}>
        {!story && <Byline author={article.author} date={article.date} />}
        <a href={href} className={styles.view} aria-describedby={titleId}>
          View Post
        </a>
      </div>
    </article>
  );
}
