import { copyFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { reasonToRefuse } from '../../../app/platform/media/media.ts';
import { decodeEscapes } from '../../../app/shared/decode-escapes.ts';

/** Folder of imported pictures below `content/media`. */
const mediaFolder = 'uploads';

/** Pictures of a WordPress, as its uploads folder holds them. */
export interface Uploads {
  /**
   * Finds pictures and, where content is written, copies them into the content.
   * @param addresses of pictures as posts name them
   * @returns paths below `content/media` by address, and why others were left
   */
  take(addresses: readonly string[]): Promise<{ paths: ReadonlyMap<string, string>; refused: readonly string[] }>;
}

/**
 * @param options.folder of the site's `wp-content/uploads`
 * @param options.libraryUrls of the media library's pictures: their hosts are the blog's own
 * @param options.dryRun finds, and copies nothing
 */
export function createUploads(options: {
  folder: string;
  contentDirectory: string;
  libraryUrls: readonly string[];
  dryRun: boolean;
}): Uploads {
  const { folder, contentDirectory, libraryUrls, dryRun } = options;
  const hosts = new Set(libraryUrls.map((url) => URL.parse(url)?.host));
  /** By the path below the folder: whether it can be used, or why not. */
  const known = new Map<string, Promise<string | undefined>>();

  const use = async (path: string): Promise<string | undefined> => {
    const [from, below] = [join(folder, path), `${mediaFolder}/${path}`];
    const refusal = await reasonToRefuse(below, from);
    if (refusal !== undefined || dryRun) return refusal;
    const to = join(contentDirectory, 'media', below);
    const [source, present] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
    if (present?.size === source.size && present.mtimeMs >= source.mtimeMs) return undefined;
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    return undefined;
  };

  return {
    async take(addresses) {
      const paths = new Map<string, string>();
      const refused: string[] = [];
      for (const address of new Set(addresses)) {
        let reason: string | undefined;
        for (const path of pathsOf(address, hosts)) {
          if (!resolve(folder, path).startsWith(resolve(folder) + sep)) continue;
          if (!known.has(path)) known.set(path, use(path));
          const refusal = await known.get(path);
          if (refusal === undefined) {
            paths.set(address, `${mediaFolder}/${path}`);
            break;
          }
          if (refusal !== 'is missing') reason ??= `${path} ${refusal}`;
        }
        if (!paths.has(address) && reason !== undefined) refused.push(`picture ${reason}`);
      }
      return { paths, refused };
    },
  };
}

/**
 * Where a picture may lie below the uploads folder: the original of a smaller copy, the copy that WordPress makes of one that is very
 * large, and what the URL says. WordPress.com serves uploads from a host of their own, without a folder of that name.
 */
function pathsOf(address: string, hosts: ReadonlySet<string | undefined>): string[] {
  const url = URL.parse(address);
  const pathname = decodeEscapes(url?.pathname ?? '');
  const below = hosts.has(url?.host) ? /(?<=^\/)\d{4}\/\d{2}\/[^/]+$/u.exec(pathname)?.[0] : undefined;
  const path = pathname.split('/uploads/').at(1) ?? below;
  if (!path) return [];
  const original = path.replace(/-(?:scaled|\d+x\d+)(?=\.\w+$)/u, '');
  return [...new Set([original, original.replace(/(?=\.\w+$)/u, '-scaled'), path])];
}
