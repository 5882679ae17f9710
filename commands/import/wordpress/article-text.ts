import { basename } from 'node:path/posix';
import { Document, isCollection } from 'yaml';
import { withoutForbiddenCharacters } from '../../../app/platform/content/read-text.ts';
import { withoutTokens } from '../../../app/platform/content/tokens.ts';
import { renderMarkdown, textOfHtml } from '../../../app/platform/html/markdown.ts';
import { parseJson } from '../../../app/shared/json-text.ts';
import { shortenToCharacters } from '../../../app/shared/shorten.ts';
import type { ArticleFolder } from '../../content/article-folder.ts';
import type { ExportItem } from './export-reader.ts';
import { excerptOf, guestNameOf, personOf, titleOf } from './post-fields.ts';
import { type PostMarkdown, picturePrefix, plainText, postMarkdown } from './post-markdown.ts';
import type { PlannedArticle, PostPlan } from './post-plan.ts';
import { hostOf, type Survey } from './survey.ts';

export interface Banner {
  /** Path below `media/`. */
  picture: string;
  alt: string;
}

/** Sources of a post's content file other than the post itself. */
export interface ArticleSources {
  survey: Survey;
  folder: ArticleFolder;
  plan: PostPlan;
  /** Person who replaces unknown authors. */
  author: string | undefined;
  /** Substitutes for a missing banner; not empty. */
  standIns: readonly Banner[];
  /** Paths of imported pictures and PDFs below `media/`, by URL. */
  files: ReadonlyMap<string, string>;
}

/** Writes the content file of a post. */
export function articleText(post: ExportItem, planned: PlannedArticle, sources: ArticleSources) {
  const { survey, folder, author } = sources;
  const changes = [...planned.changes];
  const body = bodyOf(post, sources);
  changes.push(...body.changes);
  let markdown = withoutForbiddenCharacters(body.markdown);
  const html = renderMarkdown(markdown);
  let text = textOfHtml(html);
  if (!text) {
    text = plainText(post.excerpt) || plainText(post.title) || planned.slug;
    markdown = `${text}\n`;
    changes.push('has no text to show; its excerpt or title replaces it');
  }
  const title = titleOf(post.title, text);
  const excerpt = excerptOf(post.excerpt, paragraphsOf(html) || text);
  changes.push(...[title.change, excerpt.change].filter((change) => change !== undefined));

  const user = survey.authors.get(post.creator);
  const person = personOf(post.creator, user, folder.people);
  const guest = person ? undefined : guestNameOf(post.creator, user);
  if (guest)
    changes.push(
      author ? `author ${JSON.stringify(guest)} became "${author}"` : `author ${JSON.stringify(guest)} became a guest`,
    );

  const featured = post.meta.find(({ key }) => key === '_thumbnail_id')?.value.trim();
  const picture = featured ? survey.images.get(featured) : undefined;
  const banner = bannerOf(planned, picture, title.text, sources);
  const instead = picture?.url ?? (featured && `attachment ${featured}, which the export does not have`);
  if (banner.isStandIn) changes.push(`banner ${banner.picture} used${instead ? ` instead of ${instead}` : ''}`);

  const { filing, formerSlugs } = planned;
  const frontMatter = {
    id: planned.id,
    title: withoutTokens(title.text),
    excerpt: withoutTokens(excerpt.text),
    ...(filing.topics.length > 0 ? { topics: filing.topics } : {}),
    ...(filing.industries.length > 0 ? { industries: filing.industries } : {}),
    author: person?.id ?? author ?? { name: withoutTokens(guest ?? '') },
    date: planned.date.day,
    banner: banner.picture,
    banner_alt: withoutTokens(banner.alt),
    ...(formerSlugs.length > 0 ? { former_slugs: formerSlugs } : {}),
    ...(planned.publication === 'draft' ? { draft: true } : {}),
    ...(planned.publication === 'scheduled' ? { publish_at: planned.date.at.toISOString().replace('.000Z', 'Z') } : {}),
  };
  return {
    text: `---\n${yamlOf(frontMatter)}---\n\n${markdown}`,
    title: title.text,
    changes,
    /** URL of the featured picture. */
    featured: picture?.url,
    remoteFiles: [...(picture && banner.isStandIn ? [picture.url] : []), ...body.remoteFiles],
    /** Name of an unknown author, who became a guest. */
    guest: author ? undefined : guest,
  };
}

/** The place of a reusable block, which the export has as an item of its own. */
const reusableBlock = /<!-- wp:block \{"ref":(\d+)[^>]{0,1000}\/-->/gu;

function bodyOf(post: ExportItem, { survey, plan, files }: ArticleSources): PostMarkdown {
  const base = URL.canParse(post.link) ? post.link : `${survey.source || 'https://unknown.invalid'}/`;
  const context = {
    base,
    image: (id: string) => survey.images.get(id),
    ownImages: () => survey.imagesOf.get(post.id) ?? [],
    newUrl: (url: string) => plan.newUrl(url),
    isOwn: (url: string) => survey.hosts.has(hostOf(url)),
    imported: (url: string) => files.get(url),
    isAttachmentPage: (url: string) => survey.attachmentPages.has(url),
    footnotes: footnotesOf(post),
  };
  const content = post.content.replace(
    reusableBlock,
    (reference, id: string) => survey.reusableBlocks.get(id) ?? reference,
  );
  try {
    return postMarkdown(content, context);
  } catch (error) {
    // Markup that nests thousands of elements exceeds the stack of any tree walk.
    if (!(error instanceof RangeError)) throw error;
    const text = content
      .replace(/<[^>]{0,10000}>/gu, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/[\\`*_{}[\]<>#|~]/gu, '\\$&');
    return {
      markdown: `${text.trim()}\n`,
      remoteFiles: [],
      changes: ['markup nested too deep: only its text was imported'],
    };
  }
}

/** Returns the running text, without headings, tables, code, footnotes, and the lines of pictures and embedded films. */
const paragraphsOf = (html: string) =>
  [...html.replace(/<section data-footnotes[\s\S]*/u, '').matchAll(/<p>([\s\S]*?)<\/p>/gu)]
    .map(([, paragraph = '']) => textOfHtml(paragraph.replace(/<sup>[\s\S]*?<\/sup>/gu, '')))
    .filter((text) => !text.startsWith(picturePrefix) && !/^https?:\/\/\S+$/u.test(text))
    .join(' ');

/** Returns footnotes of the block editor, which stores them separately from the text. */
function footnotesOf({ meta }: ExportItem): Map<string, string> {
  const notes = parseJson(meta.find(({ key }) => key === 'footnotes')?.value ?? '');
  return new Map(
    (Array.isArray(notes) ? notes : [])
      .filter((note) => typeof note?.id === 'string' && typeof note?.content === 'string')
      .map(({ id, content }) => [id, content]),
  );
}

/** Returns the featured picture if `media/` contains a file of its name; else the article's previous substitute, or another one. */
function bannerOf(
  { post, present }: PlannedArticle,
  featured: { url: string; alt: string } | undefined,
  title: string,
  { folder, standIns, files }: ArticleSources,
): Banner & { isStandIn: boolean } {
  const name =
    featured && basename(URL.parse(featured.url)?.pathname ?? '').replace(/-(?:scaled|\d+x\d+)(?=\.\w+$)/u, '');
  const brought = featured && files.get(featured.url);
  const found = brought ?? (name ? folder.pictures.find((picture) => basename(picture) === name) : undefined);
  const described = (alt: string) => shortenToCharacters(alt || `Picture for “${title}”`, 200);
  if (found) return { picture: found, alt: described(featured?.alt ?? ''), isStandIn: false };
  const before = standIns.find(({ picture }) => picture === present?.banner);
  const standIn = before ?? standIns[Number(post.id) % standIns.length] ?? standIns[0];
  return { picture: standIn?.picture ?? '', alt: described(standIn?.alt ?? ''), isStandIn: true };
}

function yamlOf(data: object): string {
  const document = new Document(data);
  for (const key of ['topics', 'industries', 'author', 'former_slugs']) {
    const node = document.get(key, true);
    if (isCollection(node)) node.flow = true;
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
