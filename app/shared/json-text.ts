/** Characters that JSON.stringify does not escape: C1 controls, and bidirectional controls, which reorder a line. */
const unescaped = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Returns JSON with an indent of two spaces and with all control characters escaped, safe to show in any terminal. */
export const jsonText = (value: unknown): string => escapeControls(JSON.stringify(value, null, 2));

/** Escapes the control characters that JSON still contains. */
export const escapeControls = (json: string): string => json.replace(unescaped, escapeSequence);

/** Parses JSON; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the JSON escape sequence of a character, such as `\u001b`. */
export const escapeSequence = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
