import { type ExportAuthor, type ExportItem, readExport } from './export-reader.ts';
import { plainText } from './post-markdown.ts';
import type { LibraryImage } from './shortcodes.ts';

/** A post without its texts. */
export type PostOutline = Omit<ExportItem, 'content' | 'excerpt'> & {
  /** Index among all items of the file, from 0. */
  index: number;
  /** Whether the post has text or pictures. */
  hasContent: boolean;
};

/** Outline of an export: its posts and everything they refer to. */
export type Survey = Awaited<ReturnType<typeof surveyExport>>;

/** Returns the host of a URL without "www.", by which blogs are also reached; empty for other text. */
export const hostOf = (href: string): string => URL.parse(href)?.host.replace(/^www\./u, '') ?? '';

/** Returns a URL's host and path, which identify a page and a blog under either protocol; undefined for other text. */
export function urlKey(href: string): string | undefined {
  const url = URL.parse(href);
  return url ? `${hostOf(href)}${url.pathname.replace(/\/+$/u, '').toLowerCase()}` : undefined;
}

/** Reads an export without keeping its texts. @param postTypes types that count as posts */
export async function surveyExport(file: string, postTypes: readonly string[]) {
  const authors = new Map<string, ExportAuthor>();
  const posts: PostOutline[] = [];
  /** By the id of their attachment. */
  const images = new Map<string, LibraryImage>();
  /** By the id of the post they were uploaded to. */
  const imagesOf = new Map<string, LibraryImage[]>();
  const hosts = new Set<string>();
  const addHost = (url: string) => {
    const host = hostOf(url);
    if (host) hosts.add(host);
  };
  /** URLs of pages that show one picture. */
  const attachmentPages = new Set<string>();
  /** Texts of reusable blocks ("patterns"), by their ids. */
  const reusableBlocks = new Map<string, string>();
  const otherTypes = new Map<string, number>();
  /** URL of the blog. */
  let source = '';
  /** Of the export, in the file's notation. */
  let date = '';
  let comments = 0;
  let index = -1;
  for await (const part of readExport(file)) {
    if (part.kind === 'site') {
      source = part.url;
      addHost(source);
      date = part.date;
    } else if (part.kind === 'author') {
      authors.set(part.login, detached(part));
    } else {
      index += 1;
      comments += part.comments;
      const { content, excerpt, ...outline } = part;
      if (postTypes.includes(part.type)) {
        addHost(part.link);
        posts.push({ ...detached(outline), index, hasContent: hasContent(content) });
        continue;
      }
      if (part.type === 'wp_block' && part.status === 'publish') {
        reusableBlocks.set(...detached([part.id, content] as const));
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
      addHost(image.url);
      attachmentPages.add(link);
      imagesOf.getOrInsert(parent, []).push(image);
    }
  }
  return {
    source,
    date,
    authors,
    posts,
    images,
    /** Hosts of the blog and of its media library, as `hostOf` returns them. */
    hosts,
    imagesOf,
    attachmentPages,
    reusableBlocks,
    otherTypes: Object.fromEntries(otherTypes),
    comments,
  };
}

const hasContent = (html: string) =>
  /<(?:img|iframe|video|audio)\b|\[gallery|<!-- wp:block /iu.test(html) ||
  html.replace(/<!--[\s\S]{0,10000}?-->|<[^>]{0,10000}>|&nbsp;|&#160;/gu, ' ').trim() !== '';

/** Copies a value: the parser's strings are views of a chunk of the file and would keep the whole chunk in memory. */
const detached = <Value>(value: Value): Value => structuredClone(value);
