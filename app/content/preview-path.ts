import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { articleHref, legalHref } from '../paths.ts';
import { address } from '../platform/content/fields.ts';

/**
 * The path on the site of a content file that a preview link can show.
 * @param file below the content directory, with or without `content/` before it
 * @returns undefined for a file that is not an article or a page there
 */
export function previewPathOf(directory: string, file: string): string | undefined {
  const [, folder = '', slug = ''] =
    /^(?:content\/)?(articles\/insights|articles\/success-stories|pages|legal)\/([a-z0-9-]+)(?:\.\w+)?$/u.exec(file) ??
    [];
  const path = join(directory, folder, `${slug}.${folder === 'pages' ? 'yaml' : 'md'}`);
  if (!slug || !existsSync(path)) return undefined;
  if (folder === 'pages') return address().safeParse(parseDocument(readFileSync(path, 'utf8')).get('address')).data;
  return folder === 'legal' ? legalHref(slug) : articleHref(slug);
}
