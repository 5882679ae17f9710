import { cx } from '../../../shared/class-names.ts';
import cardLink from '../../../ui/card-link/CardLink.module.css';
import { Plate } from '../../../ui/plate/Plate.tsx';
import type { ArticleCard } from '../article-card.ts';
import { Byline } from '../byline/Byline.tsx';
import styles from './ArticleCardView.module.css';

interface ArticleCardViewProps {
  card: ArticleCard;
  /** Overrides the card's title. */
  title?: string;
  excerpt?: string;
}

/**
 * An article in a list. The whole card is clickable, and 'View Post' is a link by that name, distinguished by the title (Ruling 32). A success story shows plate and title only: read time, author, date
 * and excerpt are omitted there (Specification 2, Insights; Ruling 30).
 */
export function ArticleCardView({ card, title = card.title, excerpt = card.excerpt }: ArticleCardViewProps) {
  const titleId = `card-${card.slug}`;
  const story = card.category === 'success-stories';
  return (
    <article className={styles.card}>
      <Plate image={card.thumbnail} alt="" size="third" className={styles.plate} />
      {!story && <p className={styles.meta}>{card.readTime} minute read</p>}
      <div className={styles.words}>
        <h3 id={titleId} className={cardLink.title}>
          <a href={card.href} className={cx(cardLink.link, styles.link)}>
            {title}
          </a>
        </h3>
        {!story && <p className={cx(cardLink.text, styles.excerpt)}>{excerpt}</p>}
      </div>
      <div className={styles.foot}>
        {!story && <Byline author={card.author} date={card.date} />}
        <a href={card.href} className={styles.view} aria-describedby={titleId}>
          View Post
        </a>
      </div>
    </article>
  );
}
