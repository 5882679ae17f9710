import { foldText } from './fold-text.ts';

/** Returns the slug of a text: letters a to z without accents, digits, and hyphens for everything between them. */
export const slugOf = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
