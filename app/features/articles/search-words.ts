import type { Spellings } from '../../platform/search-index/document-store.ts';
import { foldText } from '../../shared/fold-text.ts';

/** Of a longer text only the beginning is read: a search box takes words, not documents. Characters. */
const readLength = 500;

/** Words that count; those after them hardly narrow any more. */
const maxWords = 12;

/** Characters of a word that count: what begins like it is found all the same. */
const maxWordLength = 40;

/** The words of what a visitor typed: folded, each once. Nothing of it is an operator. */
export function searchWords(text: string): string[] {
  const words = foldText(text.slice(0, readLength)).split(' ').filter(Boolean);
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))].slice(0, maxWords);
}

/** Each word with what it makes together with the one before it, and with the one after it: "e mail" may mean "email". */
export function spellingsOf(words: readonly string[]): Spellings[] {
  return words.map((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]];
    return [word, ...(before === undefined ? [] : [before + word]), ...(after === undefined ? [] : [word + after])];
  });
}
