import { copyFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { reasonToRefuse } from '../../../app/platform/media/media.ts';
import { decodeEscapes } from '../../../app/shared/decode-escapes.ts';
import { kindOfFile } from '../report.ts';
import { hostOf } from './survey.ts';

/** Folder of imported files below `content/media`. */
const mediaFolder = 'uploads';

/**
 * Imports pictures and PDFs of WordPress's uploads folder, and finds those of earlier imports.
 * @param options.folder of the site's `wp-content/uploads`; without it only files of earlier imports are found
 * @param options.hosts of the blog, as `hostOf` returns them
 */
export function createUploads(options: {
  folder: string | undefined;
  contentDirectory: string;
  hosts: ReadonlySet<string>;
  dryRun: boolean;
}) {
  const { contentDirectory, hosts, dryRun } = options;
  const media = join(contentDirectory, 'media');
  const { folder = join(media, mediaFolder) } = options;
  /** Reasons for refusal by the path below the folder; undefined for usable files. */
  const known = new Map<string, Promise<string | undefined>>();

  const use = async (path: string): Promise<string | undefined> => {
    const below = `${mediaFolder}/${path}`;
    const [from, to] = [join(folder, path), join(media, below)];
    const refusal = await reasonToRefuse(below, from);
    if (refusal === 'is missing') return reasonToRefuse(below, to);
    if (refusal !== undefined || dryRun) return refusal;
    const [source, present] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
    if (present?.size === source.size && present.mtimeMs >= source.mtimeMs) return undefined;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    return undefined;
  };

  return {
    /**
     * Finds files by the URLs in posts and, unless it is a dry run, copies them into the content.
     * @returns paths below `content/media` by URL, and the reasons why others were refused
     */
    async take(urls: readonly string[]) {
      const paths = new Map<string, string>();
      const refused: string[] = [];
      for (const url of new Set(urls)) {
        let reason: string | undefined;
        for (const path of pathsOf(url, hosts)) {
          if (!resolve(folder, path).startsWith(resolve(folder) + sep)) continue;
          const refusal = await known.getOrInsertComputed(path, use);
          if (refusal === undefined) {
            paths.set(url, `${mediaFolder}/${path}`);
            break;
          }
          if (refusal !== 'is missing') reason ??= `${path} ${refusal}`;
        }
        if (!paths.has(url) && reason !== undefined) refused.push(`${kindOfFile(url)} ${reason}`);
      }
      return { paths, refused };
    },
  };
}

/**
 * Returns the possible paths of a file below the uploads folder: the original of a smaller copy, the scaled copy of a very large
 * original, and the URL's own path; none for a file of another host. WordPress.com serves uploads from a separate host, without that
 * folder in the path, and resized ones from i0.wp.com, with the blog's host in the path.
 */
function pathsOf(href: string, hosts: ReadonlySet<string>): string[] {
  const pathname = decodeEscapes(URL.parse(href)?.pathname ?? '');
  if (!hosts.has(hostOf(href)) && !hosts.has(hostOf(`https:/${pathname}`))) return [];
  const path = pathname.split('/uploads/').at(1) ?? /(?<=^\/)\d{4}\/\d{2}\/[^/]+$/u.exec(pathname)?.[0];
  if (!path) return [];
  const original = path.replace(/-(?:scaled|\d+x\d+)(?=\.\w+$)/u, '');
  return [...new Set([original, original.replace(/(?=\.\w+$)/u, '-scaled'), path])];
}
