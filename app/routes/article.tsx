import { shareImageUrl, subjectOfArticle } from '../content/share-images.ts';
import { ArticleView } from '../features/articles/article/ArticleView.tsx';
import { relatedLimit } from '../features/articles/limits.ts';
import { categoryHref } from '../features/articles/listing-state.ts';
import { ContactSection } from '../features/contact/ContactSection.tsx';
import { articleHref } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { missingPage } from './error-pages.tsx';
import { PageHead } from './page-head.tsx';
import { articleNode } from './structured-data.ts';

/** `/single/{slug}/`. A former slug redirects to the article's current one. */
export async function articlePage({ env, req, redirect }: RouteContext): Promise<Page | Response> {
  const { articleIndex } = env.content;
  const requestedSlug = req.param('slug') ?? '';
  const article = await articleIndex.find(requestedSlug);
  if (!article) {
    const slug = await articleIndex.currentSlug(requestedSlug);
    return slug ? redirect(articleHref(slug), 301) : missingPage(env.content);
  }
  const related = (await articleIndex.related(requestedSlug, relatedLimit)) ?? [];
  const shareImage = shareImageUrl(env.content, subjectOfArticle(article));
  const canonical = articleHref(article.slug);
  return {
    head: (frame) => (
      <PageHead
        frame={frame}
        meta={{ title: article.title, description: article.excerpt, keywords: article.topics.map(({ name }) => name) }}
        canonical={canonical}
        type="article"
        shareImage={shareImage}
        above={[{ label: article.category.name, to: categoryHref(article.category.slug) }]}
        about={articleNode(article, {
          url: `${frame.siteUrl}${canonical}`,
          siteUrl: frame.siteUrl,
          image: `${frame.siteUrl}${shareImage}`,
        })}
      >
        <meta property="article:published_time" content={article.date} />
        {article.updated && <meta property="article:modified_time" content={article.updated} />}
        <meta property="article:author" content={article.author.name} />
      </PageHead>
    ),
    body: (frame) => (
      <>
        <ArticleView article={article} related={related} url={`${frame.siteUrl}${canonical}`} />
        {article.category.slug === 'success-stories' && <ContactSection {...frame.contact} />}
      </>
    ),
  };
}
