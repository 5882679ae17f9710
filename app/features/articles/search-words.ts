import type { Spellings } from '../../platform/search-index/document-store.ts';
import { foldText } from '../../shared/fold-text.ts';
import { maxSearchLength } from '../../shared/search-length.ts';

/** Words that count; further words hardly narrow a search. */
const maxWords = 12;

/** Characters of a word that count; words match by their beginning anyway. */
const maxWordLength = 40;

/** Returns the unique folded words of a visitor's search, of a longer text those of its beginning. There are no operators. */
export function searchWords(text: string): string[] {
  const words = foldText(text.slice(0, maxSearchLength)).split(' ').filter(Boolean);
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))].slice(0, maxWords);
}

/** Returns each word with its compounds with the previous and the next word: "e mail" may mean "email". */
export function spellingsOf(words: readonly string[]): Spellings[] {
  return words.map((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]];
    return [word, ...(before === undefined ? [] : [before + word]), ...(after === undefined ? [] : [word + after])];
  });
}
