import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { articleHref, homePath } from '../paths.ts';

/**
 * The path on the site of a content file that a preview link can show.
 * @param file below the content directory, with or without `content/` before it
 * @returns undefined for a file that is not an article or a page there
 */
export function previewPathOf(directory: string, file: string): string | undefined {
  const [, folder = '', slug = ''] =
    /^(?:content\/)?(articles\/insights|articles\/success-stories|pages|legal)\/([a-z0-9-]+)(?:\.\w+)?$/u.exec(file) ??
    [];
  const isArticle = folder.startsWith('articles/');
  const ending = folder === 'pages' ? 'yaml' : 'md';
  if (!slug || !existsSync(join(directory, folder, `${slug}.${ending}`))) return undefined;
  if (isArticle) return articleHref(slug);
  return slug === 'home' ? homePath : `/${slug}`;
}
