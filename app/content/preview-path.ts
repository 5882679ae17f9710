import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { articleHref, legalHref } from '../paths.ts';
import { address } from '../platform/content/fields.ts';

/** Folders of the files that preview links show: those with one page for each file that may not be published yet. */
export const previewFolders = ['articles/insights', 'articles/success-stories', 'pages', 'legal'] as const;

const filePattern = new RegExp(String.raw`^(?:content/)?(${previewFolders.join('|')})/([a-z0-9-]+)(?:\.\w+)?$`, 'u');

/** Returns the path of the page that a content file shows; undefined for any other file. @param file with or without `content/` */
export function previewPathOf(directory: string, file: string): string | undefined {
  const [, folder = '', slug = ''] = filePattern.exec(file) ?? [];
  const path = join(directory, folder, `${slug}.${folder === 'pages' ? 'yaml' : 'md'}`);
  if (!slug || !existsSync(path)) return undefined;
  if (folder === 'pages')
    return address().safeParse(parseDocument(readFileSync(path, 'utf8'), { uniqueKeys: false }).get('address')).data;
  return folder === 'legal' ? legalHref(slug) : articleHref(slug);
}
