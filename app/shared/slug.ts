import { foldText } from './fold-text.ts';

/** Spellings without umlauts. */
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns the slug of a text: letters a to z without accents, digits, and hyphens for everything between them. The editor's rule, too. */
export const slugOf = (text: string): string =>
  foldText(text.normalize('NFC').replace(/[äöü]/giu, (letter) => digraphs[letter.toLowerCase()] ?? letter))
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
