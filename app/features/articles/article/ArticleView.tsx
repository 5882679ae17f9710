import { cx } from '../../../shared/class-names.ts';
import { shortenToWords } from '../../../shared/shorten.ts';
import { Carousel } from '../../../ui/carousel/Carousel.tsx';
import { Plate } from '../../../ui/plate/Plate.tsx';
import { Prose } from '../../../ui/prose/Prose.tsx';
import { ReadingHead } from '../../../ui/reading-head/ReadingHead.tsx';
import { Section } from '../../../ui/section/Section.tsx';
import columns from '../../../ui/split/Columns.module.css';
import sticky from '../../../ui/split/Sticky.module.css';
import type { Article, ArticleSummary } from '../article.schema.ts';
import { ArticleCardView } from '../article-card/ArticleCardView.tsx';
import { Byline } from '../byline/Byline.tsx';
import { excerptOf } from '../excerpt.ts';
import { relatedIntervalMs, relatedTextWords, relatedTitleWords } from '../limits.ts';
import { categoryHref } from '../listing-state.ts';
import styles from './ArticleView.module.css';
import { ShareLinks } from './ShareLinks.tsx';

interface ArticleViewProps {
  article: Omit<Article, 'former_slugs' | 'draft'>;
  related: readonly ArticleSummary[];
  /** Absolute URL of the article. */
  url: string;
}

/** A single article: breadcrumb, banner, text, related articles (Specification 2, Single article). */
export function ArticleView({ article, related, url }: ArticleViewProps) {
  const story = article.category.slug === 'success-stories';
  return (
    <>
      <article>
        <ReadingHead
          trail={[
            { label: 'Home', to: '/' },
            { label: article.category.name, to: categoryHref(article.category.slug) },
          ]}
          picture={
            <figure className={styles.figure}>
              <Plate image={article.banner} alt={article.banner_alt} size="banner" eager className={styles.banner} />
              {article.banner_caption && <figcaption className={styles.caption}>{article.banner_caption}</figcaption>}
            </figure>
          }
          title={article.title}
        >
          {!story && (
            <Byline author={article.author} date={article.date} updated={article.updated} readTime={article.readTime} />
          )}
        </ReadingHead>
        <Section space="tight" className={columns.columns}>
          <div className={styles.body}>
            <Prose html={article.html} large />
          </div>
          <div className={cx(sticky.sticky, styles.side)} data-screen-only="">
            <ShareLinks title={article.title} url={url} />
          </div>
        </Section>
      </article>
      {/* Reader views leave out what is called "related"; they showed these posts as part of a short article. */}
      {related.length > 0 && (
        <Section anchor="related" space="after" screenOnly>
          <Carousel
            heading="You may also like"
            slides={related.map((other) => (
              <ArticleCardView
                key={other.slug}
                article={other}
                title={shortenToWords(other.title, relatedTitleWords)}
                excerpt={shortenToWords(excerptOf(other), relatedTextWords)}
              />
            ))}
            intervalMs={relatedIntervalMs}
            arrows
            dots
            classNames={{ track: styles.track, arrows: styles.arrows, dots: styles.dots }}
          />
        </Section>
      )}
    </>
  );
}
