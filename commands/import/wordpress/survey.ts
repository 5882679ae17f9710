import { type ExportAuthor, type ExportItem, readExport } from './export-reader.ts';
import { plainText } from './post-markdown.ts';
import type { LibraryImage } from './shortcodes.ts';

/** A post without its texts. */
export type PostOutline = Omit<ExportItem, 'content' | 'excerpt'> & {
  /** Counted from 0 over all items of the file. */
  index: number;
  /** Whether there is anything to read or to look at. */
  hasContent: boolean;
};

/** What the posts of an export refer to, and what else is in it. */
export interface Survey {
  /** Address of the blog. */
  source: string;
  /** When the export was made, as the file words it. */
  date: string;
  authors: ReadonlyMap<string, ExportAuthor>;
  posts: readonly PostOutline[];
  /** Pictures by the id of their attachment. */
  images: ReadonlyMap<string, LibraryImage>;
  /** Pictures by the id of the post they were uploaded to. */
  imagesOf: ReadonlyMap<string, readonly LibraryImage[]>;
  /** URLs of the pages at which WordPress shows one picture. */
  attachmentPages: ReadonlySet<string>;
  otherTypes: Readonly<Record<string, number>>;
  comments: number;
}

/**
 * Reads an export for all but the texts.
 * @param postTypes types that count as posts
 */
export async function surveyExport(file: string, postTypes: readonly string[]): Promise<Survey> {
  const authors = new Map<string, ExportAuthor>();
  const posts: PostOutline[] = [];
  const images = new Map<string, LibraryImage>();
  const imagesOf = new Map<string, LibraryImage[]>();
  const attachmentPages = new Set<string>();
  const otherTypes = new Map<string, number>();
  let source = '';
  let date = '';
  let comments = 0;
  let index = -1;
  for await (const part of readExport(file)) {
    if (part.kind === 'site') {
      source = part.url;
      date = part.date;
    } else if (part.kind === 'author') {
      authors.set(part.login, detached(part));
    } else {
      index += 1;
      comments += part.comments;
      const { content, excerpt, ...outline } = part;
      if (postTypes.includes(part.type)) {
        posts.push({ ...detached(outline), index, hasContent: hasContent(content) });
        continue;
      }
      otherTypes.set(part.type || 'unnamed', (otherTypes.get(part.type || 'unnamed') ?? 0) + 1);
      if (part.type !== 'attachment' || !part.attachmentUrl) continue;
      const alt = part.meta.find(({ key }) => key === '_wp_attachment_image_alt')?.value ?? '';
      const { id, parent, link, image } = detached({
        id: part.id,
        link: part.link,
        parent: part.parent,
        image: { url: part.attachmentUrl, alt: plainText(alt) },
      });
      images.set(id, image);
      attachmentPages.add(link);
      imagesOf.set(parent, [...(imagesOf.get(parent) ?? []), image]);
    }
  }
  return {
    source,
    date,
    authors,
    posts,
    images,
    imagesOf,
    attachmentPages,
    otherTypes: Object.fromEntries(otherTypes),
    comments,
  };
}

/** Whether a text has anything to read or to look at beside its markup. */
const hasContent = (html: string) =>
  /<(?:img|iframe|video|audio)\b|\[gallery/iu.test(html) ||
  html.replace(/<!--[\s\S]{0,10000}?-->|<[^>]{0,10000}>|&nbsp;|&#160;/gu, ' ').trim() !== '';

/** A copy: the strings of the parser are views of the piece of the file they stand in and would keep all of it in memory. */
const detached = <Value>(value: Value): Value => structuredClone(value);
