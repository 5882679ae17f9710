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
  /** Plain text. A success story shows an excerpt only if this is set. */
  excerpt?: string;
}

/**
 * An article in a list. The whole card is clickable, and 'View Post' is a link by that name, distinguished by the title (Ruling 32).
 * In the list of its category, a success story shows plate and title only (Specification 2, Insights; Ruling 30). Next to
 * insights, among related articles, that would leave a hole in the row: there it has the excerpt, and its category instead of
 * the read time.
 */
export function ArticleCardView({ article, title = article.title, excerpt }: ArticleCardViewProps) {
  const href = articleHref(article.slug);
  const titleId = `card-${article.slug}`;
  const story = article.category.slug === 'success-stories';
  const bare = story && excerpt === undefined;
  return (
    <article className={cx(cardLink.card, styles.card)}>
      <Plate image={article.banner} alt="" size="third" className={styles.plate} />
      {!bare && <p className={styles.meta}>{story ? article.category.name : `${article.readTime} minute read`}</p>}
      <div className={styles.words}>
        <h3 id={titleId} className={cardLink.title}>
          <a href={href} className={cx(cardLink.link, styles.link)}>
            {title}
          </a>
        </h3>
        {!bare && <p className={cx(cardLink.text, styles.excerpt)}>{excerpt ?? excerptOf(article)}</p>}
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
