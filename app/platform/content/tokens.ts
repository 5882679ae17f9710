import type { Path } from './reference.ts';

/** Facts that texts name by token, such as `{company}`, so that they are replaced once. */
export type Tokens = Readonly<Record<string, string>>;

/** @param tell told of each token that nobody knows, with the token; it then stays as it is */
export function fillTokens(text: string, tokens: Tokens, tell: (message: string, token: string) => void): string {
  return text.replace(/\{([a-z_]+)\}/gu, (token, name: string) => {
    const value = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
    if (value === undefined) tell(`"${token}" is not a known token; there are ${listed(tokens)}`, token);
    return value ?? token;
  });
}

/**
 * The same in every text of an entry.
 * @param tell told of each token that nobody knows, with the place of its text
 */
export function fillTokensIn<Entry>(entry: Entry, tokens: Tokens, tell: (path: Path, message: string) => void): Entry {
  const filled = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return fillTokens(value, tokens, (message) => tell(path, message));
    if (Array.isArray(value)) return value.map((item, index) => filled(item, [...path, index]));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, [...path, key])]));
  };
  return filled(entry, []) as Entry;
}

const listed = (tokens: Tokens) =>
  Object.keys(tokens)
    .map((token) => `{${token}}`)
    .join(', ');
