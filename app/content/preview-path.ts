import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { articleHref, legalHref } from '../paths.ts';
import { address } from '../platform/content/fields.ts';

/** Returns the path of the page that a content file shows; undefined for any other file. @param file with or without `content/` */
export function previewPathOf(directory: string, file: string): string | undefined {
  const [, folder = '', slug = ''] =
    /^(?:content\/)?(articles\/insights|articles\/success-stories|pages|legal)\/([a-z0-9-]+)(?:\.\w+)?$/u.exec(file) ??
    [];
  const path = join(directory, folder, `${slug}.${folder === 'pages' ? 'yaml' : 'md'}`);
  if (!slug || !existsSync(path)) return undefined;
  if (folder === 'pages') return address().safeParse(parseDocument(readFileSync(path, 'utf8')).get('address')).data;
  return folder === 'legal' ? legalHref(slug) : articleHref(slug);
}
