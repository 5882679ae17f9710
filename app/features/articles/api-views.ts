import { withoutVariants } from '../../platform/html/text-pictures.ts';
import type { Article, ArticleSummary } from './article.schema.ts';
import { excerptOf } from './excerpt.ts';

/** A card as the endpoints of Specification 7 return it. */
export function apiCard(article: ArticleSummary) {
  return {
    ID: article.id,
    slug: article.slug,
    thumbnail: article.banner.src,
    post_title: article.title,
    short_description: excerptOf(article),
    read_time: `${article.readTime} minute read`,
    author_name: article.author.name,
    author_avatar: article.author.avatar?.src ?? '',
    post_date: article.date,
  };
}

/** Cards of an unfiltered list: the first also has the total (Specification 3, Blog post card). */
export function apiCards(articles: readonly ArticleSummary[], total: number) {
  return articles.map((article, index) => (index === 0 ? { ...apiCard(article), total } : apiCard(article)));
}

/** A whole article as `GET /wp-json/blogs/v1/post` returns it. */
export function apiPost(article: Article) {
  return {
    ...apiCard(article),
    post_content: withoutVariants(article.html),
    category_name: article.category.name,
    category_slug: article.category.slug,
    banner_image: article.banner.src,
    banner_alt: article.banner_alt,
    topics: article.topics,
    industries: article.industries,
  };
}
