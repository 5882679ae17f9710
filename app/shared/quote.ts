/** Maximum length of a quoted value, characters. */
const maxQuoted = 120;

/** Returns a value as JSON for a message, shortened: a pasted picture has several hundred thousand characters. */
export function quote(value: unknown): string {
  const text = showInvisible(JSON.stringify(value) ?? String(value));
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted - 3)}…` : text;
}

/** Writes soft hyphens, no-break spaces and other invisible characters as escapes: in a message, they would look correct. */
const showInvisible = (text: string) =>
  text.replace(
    /[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
