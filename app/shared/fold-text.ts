/** Latin letters that Unicode does not decompose into a base letter and marks, and the Greek sigma at the end of a word. */
const bases: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
const withBase = new RegExp(`[${[...bases.keys()].join('')}]`, 'gu');

/**
 * Normalises text for search: lower case, letters without accents ("Łódź" becomes "lodz", "Straße" becomes "strasse"), and single
 * spaces for everything but letters and digits. The article index and the inbox store folded text: a change here also needs another
 * `databaseName` (`app/platform/search-index/document-database.ts`) and a migration that clears `search_text`.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(withBase, (letter) => bases.get(letter) ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
