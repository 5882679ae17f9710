/** A value of a PDF (ISO 32000-2, 7.3). Strings are bytes, because they may be encrypted. */
export type PdfValue = number | Buffer | PdfName | PdfReference | PdfKeyword | readonly PdfValue[] | PdfDictionary;
/** A dictionary (7.3.7): values by name. */
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** A name, such as `/JS` (7.3.5). */
export class PdfName {
  /** Without its slash, and without hexadecimal spelling: `/#4aS` is "JS". */
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A reference to an indirect object by its number (7.3.10). */
export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** `true`, `null`, `endobj`, or any other token without a delimiter. */
export class PdfKeyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

/** Inspecting the file exceeds a limit that no genuine résumé reaches. */
export class TooComplexError extends Error {}

/** Bytes that may be read in total. Repeated reads count again, because parts of a crafted file overlap. */
export class WorkBudget {
  #left: number;
  constructor(bytes: number) {
    this.#left = bytes;
  }
  /** @throws TooComplexError when nothing is left */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooComplexError();
  }
}

/** The strings that matter here, those of an encryption dictionary, have at most 127 bytes. */
const maxStringBytes = 256;
/** ISO 32000-1, Annex C allows 127. */
const maxNameBytes = 256;
/** Only the items of filter and identifier arrays matter. */
const maxArrayItems = 64;
/** Keys and values of one dictionary. */
const maxDictionaryItems = 100_000;
/** Minimum cost of a value: many small values cost more work than their bytes. */
const minSpend = 256;
/** Nesting of arrays and dictionaries; genuine files have a dozen levels. */
const maxDepth = 500;

/** Keywords at which readers end an object that is not closed. */
const endings: ReadonlySet<string> = new Set(['obj', 'endobj', 'stream', 'endstream', 'xref', 'trailer', 'startxref']);

const spaces = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) spaces[code] = 1;
const boundaries = Uint8Array.from(spaces);
for (const delimiter of '()<>[]{}/%') boundaries[delimiter.charCodeAt(0)] = 1;

interface OpenContainer {
  readonly isDictionary: boolean;
  readonly items: PdfValue[];
}

type Token = PdfValue | '<<' | '>>' | '[' | ']' | undefined;

interface ParserOptions {
  readonly budget: WorkBudget;
  /** Receives each name as it is read, also in malformed objects. */
  readonly onName: (name: string, isKey: boolean) => void;
}

/** Reads single objects of a PDF, wherever they begin, as leniently as viewers do. */
export class PdfParser {
  readonly bytes: Buffer;
  /** Offset of the next token. */
  at = 0;
  readonly #options: ParserOptions;

  constructor(bytes: Buffer, options: ParserOptions) {
    this.bytes = bytes;
    this.#options = options;
  }

  /**
   * Reads one object. An object that is not closed ends at the next object or at the end of the file.
   * @returns undefined at the end of the bytes, or at a keyword that begins no object
   * @throws TooComplexError
   */
  objectAt(start: number): PdfValue | undefined {
    this.at = start;
    try {
      return this.#object();
    } finally {
      this.#options.budget.spend(this.at - start + minSpend);
    }
  }

  /** Reads the next token and returns it if it is a keyword. */
  word(): string | undefined {
    const token = this.#token();
    return token instanceof PdfKeyword ? token.word : undefined;
  }

  #object(): PdfValue | undefined {
    const open: OpenContainer[] = [];
    for (;;) {
      this.#skipSpace();
      const before = this.at;
      const token = this.#token();
      const container = open.at(-1);
      let value: PdfValue;
      if (token === '<<' || token === '[') {
        if (open.length >= maxDepth) throw new TooComplexError();
        open.push({ isDictionary: token === '<<', items: [] });
        continue;
      }
      const isEnd = token === undefined || (token instanceof PdfKeyword && endings.has(token.word));
      if (isEnd) this.at = before;
      if (token === '>>' || token === ']' || isEnd) {
        const closed = open.pop();
        if (!closed) return undefined;
        value = closed.isDictionary ? dictionaryOf(closed.items) : closed.items;
      } else value = token;
      const outer = open.at(-1);
      if (value instanceof PdfName)
        this.#options.onName(value.name, container?.isDictionary === true && container.items.length % 2 === 0);
      if (!outer) return value;
      add(outer, value);
    }
  }

  #token(): Token {
    this.#skipSpace();
    const { bytes } = this;
    const code = bytes[this.at];
    switch (code) {
      case undefined:
        return undefined;
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#literalString();
      case 0x3c:
        if (bytes[this.at + 1] !== 0x3c) return this.#hexString();
        this.at += 2;
        return '<<';
      case 0x3e:
        this.at += bytes[this.at + 1] === 0x3e ? 2 : 1;
        return '>>';
      case 0x5b:
        this.at += 1;
        return '[';
      case 0x5d:
        this.at += 1;
        return ']';
    }
    const start = this.at;
    this.at += 1;
    while (this.at < bytes.length && !boundaries[bytes[this.at] ?? 0]) this.at += 1;
    const word = bytes.toString('latin1', start, Math.min(this.at, start + maxNameBytes));
    return /^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(word) ? Number(word) : new PdfKeyword(word);
  }

  #skipSpace(): void {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at += 1) {
      const code = bytes[this.at] ?? 0;
      if (spaces[code]) continue;
      if (code !== 0x25) return;
      while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at += 1;
    }
  }

  #name(): PdfName {
    const { bytes } = this;
    const start = this.at + 1;
    this.at = start;
    while (this.at < bytes.length && !boundaries[bytes[this.at] ?? 0]) this.at += 1;
    const written = bytes.toString('latin1', start, Math.min(this.at, start + maxNameBytes));
    return new PdfName(written.replace(/#([\da-f]{2})/giu, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
  }

  #literalString(): Buffer {
    const { bytes } = this;
    const text: number[] = [];
    let depth = 1;
    this.at += 1;
    for (; this.at < bytes.length; this.at += 1) {
      let code = bytes[this.at] ?? 0;
      if (code === 0x28) depth += 1;
      else if (code === 0x29) {
        depth -= 1;
        if (depth === 0) break;
      } else if (code === 0x5c) {
        this.at += 1;
        const escaped = this.#escaped();
        if (escaped === undefined) continue;
        code = escaped;
      }
      if (text.length < maxStringBytes) text.push(code);
    }
    this.at += 1;
    return Buffer.from(text);
  }

  /** Reads an escape after its backslash; `at` ends on its last byte. @returns undefined for a line continuation */
  #escaped(): number | undefined {
    const { bytes } = this;
    const code = bytes[this.at] ?? 0;
    if (code >= 0x30 && code <= 0x37) {
      let value = code - 0x30;
      for (let digits = 1; digits < 3; digits += 1) {
        const next = bytes[this.at + 1] ?? 0;
        if (next < 0x30 || next > 0x37) break;
        value = value * 8 + next - 0x30;
        this.at += 1;
      }
      return value & 0xff;
    }
    if (code === 13 && bytes[this.at + 1] === 10) this.at += 1;
    if (code === 10 || code === 13) return undefined;
    return escapes.get(code) ?? code;
  }

  #hexString(): Buffer {
    const { bytes } = this;
    const start = this.at + 1;
    const end = bytes.indexOf(0x3e, start);
    this.at = end < 0 ? bytes.length : end + 1;
    const digits = bytes
      .toString('latin1', start, Math.min(this.at, start + 8 * maxStringBytes))
      .replace(/[^\da-f]/giu, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }
}

const escapes: ReadonlyMap<number, number> = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([letter, code]) => [letter.charCodeAt(0), code]),
);

function add({ isDictionary, items }: OpenContainer, value: PdfValue): void {
  if (value instanceof PdfKeyword && value.word === 'R' && typeof items.at(-2) === 'number') {
    items.pop();
    items.push(new PdfReference(Number(items.pop())));
    return;
  }
  if (isDictionary && items.length >= maxDictionaryItems) throw new TooComplexError();
  if (isDictionary || items.length < maxArrayItems) items.push(value);
}

function dictionaryOf(items: readonly PdfValue[]): PdfDictionary {
  const dictionary = new Map<string, PdfValue>();
  for (let at = 0; at + 1 < items.length; at += 2) {
    const [key, value] = [items[at], items[at + 1]];
    if (key instanceof PdfName && value !== undefined) dictionary.set(key.name, value);
  }
  return dictionary;
}
