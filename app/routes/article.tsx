import { data, type LoaderFunctionArgs, redirect, useLoaderData, useRouteLoaderData } from 'react-router';
import { servicesContext } from '../context.ts';
import { ContactSection } from '../features/contact/ContactSection.tsx';
import { ArticleView } from '../features/insights/article/ArticleView.tsx';
import { articleHref, cardOf } from '../features/insights/article-card.ts';
import { relatedLimit } from '../features/insights/limits.ts';
import type { RootData } from '../root.tsx';
import type { Route } from './+types/article.ts';
import { describePage, rootData } from './page-meta.ts';

/** `/single/{slug}/`. An earlier slug of an article leads to the one it has now. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { articleIndex, shareImages } = context.get(servicesContext).content;
  const asked = params.slug ?? '';
  const article = await articleIndex.find(asked);
  if (!article) {
    const slug = await articleIndex.slugNow(asked);
    if (slug) throw redirect(articleHref(slug), 301);
    throw data(null, { status: 404 });
  }
  const related = (await articleIndex.related(asked, relatedLimit)) ?? [];
  const { former_slugs, draft, publish_at, unpublish_at, ...shown } = article;
  return { article: shown, related: related.map(cardOf), shareImage: shareImages.get(article.slug) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = rootData(matches);
  if (!loaderData || !root) return [];
  const { article, shareImage } = loaderData;
  const url = `${root.siteUrl}${articleHref(article.slug)}`;
  const image = shareImage ?? root.shareImage;
  return [
    ...describePage(
      {
        meta: { title: article.title, description: article.excerpt, keywords: article.topics.map(({ name }) => name) },
        canonical: articleHref(article.slug),
        type: 'article',
        shareImage,
      },
      root,
    ),
    { property: 'article:published_time', content: article.date },
    ...(article.updated ? [{ property: 'article:modified_time', content: article.updated }] : []),
    { property: 'article:author', content: article.author.name },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline: article.title,
        description: article.excerpt,
        ...(image ? { image: `${root.siteUrl}${image}` } : {}),
        datePublished: article.date,
        dateModified: article.updated ?? article.date,
        author: { '@type': 'Person', name: article.author.name },
        publisher: { '@type': 'Organization', name: root.site.name, url: root.siteUrl },
        mainEntityOfPage: url,
      },
    },
  ];
};

export default function ArticleRoute() {
  const { article, related } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData('root') as RootData;
  return (
    <>
      <ArticleView article={article} related={related} url={`${root.siteUrl}${articleHref(article.slug)}`} />
      {article.category.slug === 'success-stories' && <ContactSection {...root.contact} />}
    </>
  );
}
