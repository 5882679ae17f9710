/**
 * JSON.stringify leaves these as they are. A terminal acts on C1 controls, and bidirectional controls change the order in
 * which a line is shown.
 */
const unescaped = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** JSON with an indent of two spaces in which every control character is escaped, so that any terminal may show it. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2).replace(unescaped, escapeSequence);

/** What a text of JSON says; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A character as JSON escapes it, such as `\u001b`. */
export const escapeSequence = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
