/** Maximum length of a quoted value, characters. */
const maxQuoted = 120;

/** Returns a value as JSON for a message, shortened: a pasted picture has several hundred thousand characters. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted - 3)}…` : text;
}
