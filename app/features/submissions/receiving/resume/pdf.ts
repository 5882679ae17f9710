import { constants, inflateSync } from 'node:zlib';
import type { ResumeCaution } from '../../records/tables.ts';
import { decryptStream, keyWithoutPassword, type PdfKey } from './pdf-encryption.ts';
import {
  type PdfDictionary,
  PdfName,
  PdfParser,
  PdfReference,
  type PdfValue,
  TooComplexError,
  WorkBudget,
} from './pdf-syntax.ts';

/** Some programs write a byte order mark or white space before the header. */
const header = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-[12]\.\d/u;
const headerBytes = 1024;

/** Indirect objects that matter here: lengths and encryption dictionaries. */
const maxReferenced = 100_000;
/** Different file identifiers and encryption dictionaries: updates of a file repeat the same ones. */
const maxAlternatives = 8;
/** Inflated bytes of all object streams. A résumé of fifty pages has less than 2 MB. */
const maxInflatedBytes = 16 * 1024 * 1024;
/** Bytes to read in total: twice the largest file with its object streams, unless objects overlap. */
const maxWorkBytes = 48 * 1024 * 1024;

/**
 * Inspects a PDF. It reads objects wherever they begin, so that a wrong cross-reference table hides nothing.
 * @returns its cautions (Ruling 24); undefined for a file that is no PDF or requires a password
 */
export function inspectPdf(bytes: Buffer): Set<ResumeCaution> | undefined {
  if (!header.test(bytes.toString('latin1', 0, headerBytes))) return undefined;
  const cautions = new Set<ResumeCaution>();
  try {
    const budget = new WorkBudget(maxWorkBytes);
    const onName = (name: string, isKey: boolean) => {
      if (name === 'JavaScript' || (name === 'JS' && isKey)) cautions.add('pdf-javascript');
      if (name === 'Launch') cautions.add('pdf-launch');
    };
    const structure = readStructure(new PdfParser(bytes, { budget, onName }));
    const key = openWithoutPassword(structure);
    if (key === 'password') return undefined;
    let left = maxInflatedBytes;
    for (const stream of structure.objectStreams) {
      const content = contentOf(stream, { bytes, key, structure, budget, maxOutputLength: left });
      if (!content || !readObjectStream(content, stream, structure, { budget, onName })) cautions.add('uninspected');
      left -= content?.length ?? 0;
    }
  } catch (error) {
    if (!(error instanceof TooComplexError)) throw error;
    cautions.add('uninspected');
  }
  return cautions;
}

interface ObjectStream {
  readonly dictionary: PdfDictionary;
  /** Offset of its data. */
  readonly start: number;
  /** Undefined where its spelling is unusual, which only viewers need to understand. */
  readonly id: { readonly number: number; readonly generation: number } | undefined;
}

interface PdfStructure {
  /** Encryption dictionaries that trailers name. */
  readonly encryptions: readonly PdfValue[];
  readonly ids: readonly Buffer[];
  readonly objectStreams: readonly ObjectStream[];
  /** All versions of numbers and encryption dictionaries, by object number. */
  readonly referenced: ReadonlyMap<number, readonly PdfValue[]>;
}

function readStructure(parser: PdfParser): PdfStructure {
  const { bytes } = parser;
  const encryptions: PdfValue[] = [];
  const ids = new Map<string, Buffer>();
  const objectStreams: ObjectStream[] = [];
  const referenced = new Map<number, PdfValue[]>();
  const readTrailer = (dictionary: PdfDictionary) => {
    const encryption = dictionary.get('Encrypt');
    if (encryption instanceof PdfReference || encryption instanceof Map) encryptions.push(encryption);
    const id = dictionary.get('ID');
    const first = Array.isArray(id) ? id[0] : undefined;
    if (Buffer.isBuffer(first) && ids.size < maxAlternatives) ids.set(first.toString('hex'), first);
  };

  for (const at of occurrences(bytes, 'obj')) {
    if (bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const value = parser.objectAt(at + 3);
    const id = objectIdBefore(bytes, at);
    if (id && (typeof value === 'number' || isEncryption(value))) {
      if (referenced.size >= maxReferenced) throw new TooComplexError();
      referenced.getOrInsert(id.number, []).push(value);
    }
    if (!(value instanceof Map)) continue;
    readTrailer(value);
    if (isObjectStream(value) && parser.word() === 'stream')
      objectStreams.push({ dictionary: value, start: dataStart(bytes, parser.at), id });
  }
  for (const at of occurrences(bytes, 'trailer')) {
    const value = parser.objectAt(at + 'trailer'.length);
    if (value instanceof Map) readTrailer(value);
  }
  return { encryptions, ids: [...ids.values(), Buffer.alloc(0)], objectStreams, referenced };
}

function* occurrences(bytes: Buffer, word: string): Generator<number> {
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) yield at;
}

function objectIdBefore(bytes: Buffer, at: number) {
  const match = /(?:^|\D)(\d{1,10})[\0\s]+(\d{1,5})[\0\s]*$/u.exec(bytes.toString('latin1', Math.max(0, at - 40), at));
  return match ? { number: Number(match[1]), generation: Number(match[2]) } : undefined;
}

const isEncryption = (value: PdfValue | undefined): value is PdfDictionary =>
  value instanceof Map && value.has('Filter') && (value.has('V') || value.has('R') || value.has('O'));

/** Viewers find object streams through the cross-reference table and ignore their declared type. */
function isObjectStream(dictionary: PdfDictionary): boolean {
  const type = dictionary.get('Type');
  return (type instanceof PdfName && type.name === 'ObjStm') || (dictionary.has('First') && dictionary.has('N'));
}

function dataStart(bytes: Buffer, afterWord: number): number {
  const isReturn = bytes[afterWord] === 13;
  return afterWord + (isReturn ? 1 : 0) + (bytes[afterWord + (isReturn ? 1 : 0)] === 10 ? 1 : 0);
}

/** @returns the key; undefined where nothing is encrypted; `'password'` where the file requires one */
function openWithoutPassword({ encryptions, ids, referenced }: PdfStructure): PdfKey | undefined | 'password' {
  const named = new Set(encryptions.map((value) => (value instanceof PdfReference ? value.number : value)));
  if (named.size > maxAlternatives) return 'password';
  let key: PdfKey | undefined;
  for (const value of named) {
    // A missing dictionary cannot be opened either.
    const versions = typeof value === 'number' ? (referenced.get(value) ?? []) : [value];
    const keys = versions
      .slice(0, maxAlternatives)
      .map((version) => (version instanceof Map ? keyWithoutPassword(version, ids) : undefined));
    if (keys.length === 0 || keys.includes(undefined)) return 'password';
    key = keys[0];
  }
  return key;
}

interface ContentOptions {
  readonly bytes: Buffer;
  /** Undefined where nothing is encrypted. */
  readonly key: PdfKey | undefined;
  readonly structure: PdfStructure;
  readonly budget: WorkBudget;
  readonly maxOutputLength: number;
}

/** Decrypts and inflates an object stream; returns undefined where that fails. */
function contentOf(
  { dictionary, start, id }: ObjectStream,
  { bytes, key, structure, budget, maxOutputLength }: ContentOptions,
): Buffer | undefined {
  const filter = dictionary.get('Filter');
  const filters = filter === undefined ? [] : Array.isArray(filter) ? filter : [filter];
  const [only] = filters;
  if (filters.length > 1 || (filters.length === 1 && !(only instanceof PdfName && only.name === 'FlateDecode')))
    return undefined;
  if (filters.length === 1 && hasPredictor(dictionary.get('DecodeParms'))) return undefined;
  const end = dataEnd(bytes, start, integerOf(dictionary.get('Length'), structure));
  budget.spend(end - start);
  const written = bytes.subarray(start, end);
  const data = key ? id && decryptStream(key, id, written) : written;
  if (!data || filters.length === 0) return data && data.length <= maxOutputLength ? data : undefined;
  if (maxOutputLength <= 0) return undefined;
  try {
    // Viewers ignore trailing bytes and a missing end.
    return inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // The amount inflated before the failure is unknown.
    budget.spend(maxOutputLength);
    return undefined;
  }
}

const hasPredictor = (parameters: PdfValue | undefined) =>
  parameters !== undefined && !(parameters instanceof Map && (parameters.get('Predictor') ?? 1) === 1);

function integerOf(value: PdfValue | undefined, { referenced }: PdfStructure): number | undefined {
  const known = value instanceof PdfReference ? referenced.get(value.number)?.at(-1) : value;
  return typeof known === 'number' && Number.isSafeInteger(known) ? known : undefined;
}

function dataEnd(bytes: Buffer, start: number, length: number | undefined): number {
  if (
    length !== undefined &&
    length >= 0 &&
    /^\s*endstream/u.test(bytes.toString('latin1', start + length, start + length + 12))
  )
    return start + length;
  const end = bytes.indexOf('endstream', start);
  return end < 0 ? bytes.length : end;
}

/** Reads each object of a stream at its listed offset; bytes between objects do not count. @returns whether the index was valid */
function readObjectStream(
  content: Buffer,
  { dictionary }: ObjectStream,
  structure: PdfStructure,
  options: ConstructorParameters<typeof PdfParser>[1],
): boolean {
  const first = integerOf(dictionary.get('First'), structure);
  if (first === undefined || first < 0 || first > content.length) return false;
  options.budget.spend(first);
  const numbers = content.toString('latin1', 0, first).match(/\d+/gu) ?? [];
  const parser = new PdfParser(content, options);
  for (let at = 1; at < numbers.length; at += 2) parser.objectAt(first + Number(numbers[at]));
  return true;
}
