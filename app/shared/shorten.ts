/** Shortens a text to at most `limit` characters at a word boundary, with an ellipsis if something was left out. */
export function shortenToCharacters(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const words = characters
    .slice(0, limit)
    .join('')
    .replace(/\s+\S*$/u, '');
  const isOneWord = words === '' || [...words].length === limit;
  return `${isOneWord ? characters.slice(0, limit - 1).join('') : words}…`;
}

/** Shortens a text to at most `limit` words, with an ellipsis if something was left out. */
export function shortenToWords(text: string, limit: number): string {
  const words = text.split(/\s+/u).filter(Boolean);
  return words.length <= limit ? words.join(' ') : `${words.slice(0, limit).join(' ')}…`;
}
