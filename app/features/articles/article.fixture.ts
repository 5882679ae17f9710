import type { Article } from './article.schema.ts';

let count = 0;

/** Builds an article with defaults for all fields that a test does not set. Terms are given as slugs. */
export function articleOf({
  topics = [],
  industries = [],
  category = 'insights',
  ...rest
}: Partial<Omit<Article, 'topics' | 'industries' | 'category'>> & {
  topics?: readonly string[];
  industries?: readonly string[];
  category?: Article['category']['slug'];
} = {}): Article {
  count += 1;
  const picture = { src: '/media/one.svg', width: 40, height: 30 };
  const terms = (slugs: readonly string[]) => slugs.map((slug) => ({ slug, name: slug }));
  return {
    id: count,
    slug: `article-${count}`,
    category: { slug: category, name: category } as Article['category'],
    title: 'Untitled',
    excerpt: 'Nothing.',
    topics: terms(topics),
    industries: terms(industries),
    author: { id: 'ada-one', name: 'Ada One', avatar: picture },
    date: '2026-01-01',
    banner: picture,
    banner_alt: 'A plate',
    former_slugs: [],
    draft: false,
    html: '<p>Text</p>',
    readTime: 1,
    ...rest,
  };
}
