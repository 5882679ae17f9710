import { isUtf8 } from 'node:buffer';
import { readFileSync, type Stats, statSync } from 'node:fs';

/** Maximum size of a text file, bytes. The longest article of this site has 20 KB; preparing 1 MB takes seconds and 400 MB of memory. */
export const maxTextBytes = 1024 * 1024;

/** A content file cannot be read. The message completes a sentence that begins with the file's name. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  /** Counted from 1; absent if the error concerns the whole file. */
  readonly line: number | undefined;

  constructor(message: string, options?: ErrorOptions & { line?: number }) {
    super(message, options);
    this.line = options?.line;
  }
}

const utf8 = new TextDecoder();

/** Control characters, which only binary and wrongly converted files contain, and overrides of the text direction, which hide the true text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const forbiddenCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202d\u202e\ud800-\udfff]/u;

/** Removes the characters that no content may contain from a text of another system: they come with pasted numbers and names. */
export const withoutForbiddenCharacters = (text: string): string =>
  text.replaceAll(new RegExp(forbiddenCharacter, 'gu'), '');

/** Finds the first character that no content may contain, and its name for a message. */
export function forbiddenCharacterIn(text: string): { index: number; name: string } | undefined {
  const found = forbiddenCharacter.exec(text);
  if (!found) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { index: found.index, name: `U+${code}` };
}

/** @throws UnreadableFileError with the line of the first bytes that are not text */
function textOf(bytes: Buffer): string {
  // Lines that end in CR alone, as old programs write them, would all be one line for every count of lines.
  const text = decoded(bytes).replace(/\r(?!\n)/gu, '\n');
  const found = forbiddenCharacterIn(text);
  if (!found) return text;
  throw new UnreadableFileError(
    `contains an invisible character (${found.name}); save it as plain text with the encoding UTF-8, or remove the character`,
    { line: text.slice(0, found.index).split('\n').length },
  );
}

/** @throws UnreadableFileError with the line of the first byte that is not UTF-8 */
function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return utf8.decode(bytes);
  // Splitting at line feeds is safe, since no other UTF-8 character contains that byte.
  const rows = bytes
    .toString('latin1')
    .split('\n')
    .map((row) => Buffer.from(row, 'latin1'));
  const index = rows.findIndex((row) => !isUtf8(row));
  const row = rows[index] ?? bytes;
  const readable = utf8.decode(row).split('\uFFFD')[0] ?? '';
  const byte = row[Buffer.byteLength(readable)] ?? 0;
  throw new UnreadableFileError(
    `is not written as UTF-8: the byte 0x${byte.toString(16).toUpperCase()} is not a character there; save the file again with the encoding UTF-8`,
    { line: index + 1 },
  );
}

/**
 * Reads a whole text file. Only ordinary files are opened: opening a named pipe or a device would block.
 * Reading is synchronous because parsing takes much longer, and the thread pool may be busy compressing pages.
 * @throws UnreadableFileError if it is missing, not an ordinary file, too large, not UTF-8 or not readable by this user
 */
export function readTextFile(path: string): string {
  try {
    checkTextFile(statSync(path));
    return textOf(readFileSync(path));
  } catch (error) {
    throw unreadable(error);
  }
}

/** @throws UnreadableFileError if this is not an ordinary file or is too large for a text */
export function checkTextFile(stats: Stats): void {
  checkOrdinaryFile(stats);
  if (stats.size > maxTextBytes) throw new UnreadableFileError(tooLarge(stats.size));
}

/** @throws UnreadableFileError if this is not an ordinary file */
export function checkOrdinaryFile(stats: Stats): void {
  if (!stats.isFile()) throw new UnreadableFileError(`is ${kindOf(stats)}; it takes an ordinary file`);
}

/** Describes an entry that is not an ordinary file, for a message. */
export function kindOf(entry: Pick<Stats, 'isDirectory' | 'isSymbolicLink'>): string {
  if (entry.isDirectory()) return 'a folder';
  return entry.isSymbolicLink() ? 'a symbolic link' : 'a pipe or a device';
}

const tooLarge = (bytes: number) =>
  `has ${Math.ceil(bytes / 104_857.6) / 10} MB of text; it takes at most ${maxTextBytes / 1024 / 1024} MB`;

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'is missing'],
  ['ENOTDIR', 'is missing'],
  ['ELOOP', 'is a symbolic link that leads back to itself'],
  ['EACCES', 'may not be read by this user; change its owner or its permissions'],
  ['EPERM', 'may not be read by this user; change its owner or its permissions'],
  ['EISDIR', 'is a folder; it takes an ordinary file'],
  ['ENAMETOOLONG', 'has a name that is too long'],
]);

/** Converts the error of a file operation to an `UnreadableFileError` if an editor can fix it; other errors stay. */
export function unreadable(error: unknown): unknown {
  const reason = reasons.get((error as NodeJS.ErrnoException).code ?? '');
  return reason === undefined ? error : new UnreadableFileError(reason, { cause: error });
}
