import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { ResumeCaution } from '../../records/tables.ts';
import { isRemotePath } from './remote-path.ts';

/** Far above real documents, far below sizes that harm the program that opens them. */
const limits = {
  entries: 2000,
  unpackedBytes: 200 * 1024 * 1024,
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
  /** Total of the parts that are read here: content types and relationships. */
  readBytes: 4 * 1024 * 1024,
};

const typesPart = '/[content_types].xml';

/**
 * Inspects a Word document (ISO/IEC 29500-2) by content type and relationship, as Word does: part names are arbitrary.
 * @returns its cautions (Ruling 24); undefined for a file that is no Word document, is damaged, is encrypted, has macros, or
 *   would unpack to a size that no résumé has
 */
export async function inspectDocx(bytes: Buffer): Promise<Set<ResumeCaution> | undefined> {
  try {
    return await inspect(bytes);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw error;
    // The zip or its XML is damaged; Word would not open it either.
    return undefined;
  }
}

async function inspect(bytes: Buffer): Promise<Set<ResumeCaution> | undefined> {
  if (!bytes.subarray(0, 4).equals(zipLocalHeader)) return undefined;
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, autoClose: false });
  const parts = await partsOf(zip, bytes.length);
  const types = parts?.get(typesPart);
  if (!parts || !types) return undefined;
  const read = createPartReader(zip);
  const typeOf = readContentTypes(await read(types));
  const names = [...parts.keys()].filter((name) => name !== typesPart);
  if (names.some((name) => hasMacroName(name) || isMacroType(typeOf(name)))) return undefined;

  const cautions = new Set<ResumeCaution>();
  let main: string | undefined;
  for (const [name, entry] of parts) {
    const source = relationshipSource(name);
    if (source === undefined) continue;
    for (const relationship of readRelationships(await read(entry))) {
      const kind = kindOf(relationship);
      if (isMacroRelationship(kind)) return undefined;
      if (source === '/' && kind === 'officedocument' && !relationship.isExternal)
        main ??= posix.join('/', relationship.target.toLowerCase());
      const caution = cautionOf(relationship, kind, typeOf(source));
      if (caution) cautions.add(caution);
    }
  }
  return main !== undefined && parts.has(main) && isWordDocument(typeOf(main)) ? cautions : undefined;
}

const zipLocalHeader = Buffer.from('PK\x03\x04', 'latin1');

/** Returns the entries by absolute part name in lower case; undefined where they exceed the limits or contradict the file. */
async function partsOf(zip: ZipFile, fileBytes: number): Promise<Map<string, Entry> | undefined> {
  if (zip.entryCount > limits.entries) return undefined;
  const parts = new Map<string, Entry>();
  let packed = 0;
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = `/${entry.fileName.toLowerCase()}`;
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (parts.has(name) || entry.isEncrypted() || isBomb(entry) || !(await liesWithin(zip, entry, fileBytes)))
      return undefined;
    parts.set(name, entry);
  }
  // A sum larger than the file means that entries overlap.
  return packed <= fileBytes && unpacked <= limits.unpackedBytes ? parts : undefined;
}

const isBomb = ({ compressedSize, uncompressedSize, compressionMethod }: Entry) =>
  (compressionMethod !== 0 && compressionMethod !== 8) ||
  (uncompressedSize > limits.ratioFromBytes && uncompressedSize > compressedSize * limits.ratio);

/** Whether an entry lies within the file, under the name that the directory gives it. */
async function liesWithin(zip: ZipFile, entry: Entry, fileBytes: number): Promise<boolean> {
  const { fileDataStart, fileName } = await zip.readLocalFileHeaderPromise(entry);
  return fileDataStart + entry.compressedSize <= fileBytes && fileName.equals(entry.fileNameRaw);
}

function createPartReader(zip: ZipFile) {
  let left = limits.readBytes;
  return async (entry: Entry): Promise<string> => {
    left -= entry.uncompressedSize;
    if (left < 0) throw new Error('too many relationships');
    return decodeXml(await buffer(await zip.openReadStreamPromise(entry)));
  };
}

/** Decodes a part in one of its two possible encodings (ISO/IEC 29500-2, 6.2.5). @throws Error for any other */
function decodeXml(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('not in the encoding that it begins with');
  }
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/u.exec(text)?.[1] ?? encoding;
  if (!/^(?:utf-?8|utf-?16(?:le|be)?|us-ascii)$/iu.test(declared))
    throw new Error('in an encoding that Word does not write');
  return text;
}

/** @throws Error for XML that is not well-formed */
function readTags(xml: string, onTag: (tag: SaxesTagNS) => void): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('with a document type, which no part has');
  });
  parser.on('opentag', onTag);
  parser.write(xml).close();
}

const attributeOf = ({ attributes }: SaxesTagNS, name: string) => attributes[name]?.value;

/** Returns a lookup for a part's content type in lower case (ISO/IEC 29500-2, 7.2.3): by its name, or else by its extension. */
function readContentTypes(xml: string): (part: string) => string {
  const byName = new Map<string, string>();
  const byExtension = new Map<string, string>();
  readTags(xml, (tag) => {
    const type = attributeOf(tag, 'ContentType')?.trim().toLowerCase();
    const name = attributeOf(tag, 'PartName')?.toLowerCase();
    const extension = attributeOf(tag, 'Extension')?.toLowerCase();
    if (type === undefined) return;
    if (tag.local === 'Override' && name !== undefined) byName.set(name, type);
    if (tag.local === 'Default' && extension !== undefined) byExtension.set(extension, type);
  });
  return (part) => byName.get(part) ?? byExtension.get(posix.extname(part).slice(1)) ?? '';
}

/** Content types of a document with macros, its VBA project, Word's additions to it, and its signature. */
const isMacroType = (type: string) => /macroenabled|vba(?:project|data)/u.test(type);
const hasMacroName = (part: string) => /\/vba(?:project[^/]*\.bin|data\.xml)$/u.test(part);
const isMacroRelationship = (kind: string) => /vba(?:project|data)/u.test(kind);

const isWordDocument = (type: string) =>
  /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(?:document|template)\.main\+xml$/u.test(type);

interface Relationship {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

function readRelationships(xml: string): Relationship[] {
  const relationships: Relationship[] = [];
  readTags(xml, (tag) => {
    if (tag.local !== 'Relationship') return;
    relationships.push({
      type: attributeOf(tag, 'Type')?.trim() ?? '',
      target: attributeOf(tag, 'Target')?.trim() ?? '',
      isExternal: attributeOf(tag, 'TargetMode')?.toLowerCase() === 'external',
    });
  });
  return relationships;
}

/** Returns the part whose relationships a part contains; "/" for the whole package (ISO/IEC 29500-2, 6.5.2). */
function relationshipSource(part: string): string | undefined {
  const match = /^(.*\/)_rels\/([^/]*)\.rels$/u.exec(part);
  return match ? `${match[1]}${match[2]}` : undefined;
}

/** Returns the last segment of a relationship's type, in lower case; the segments before it name the edition of the standard. */
const kindOf = ({ type }: Relationship) => type.slice(type.lastIndexOf('/') + 1).toLowerCase();

const isChart = (type: string) => /[.-]chart(?:ex)?\+xml$|chartshapes\+xml$/u.test(type);

function cautionOf({ target, isExternal }: Relationship, kind: string, sourceType: string): ResumeCaution | undefined {
  // The data of a chart is a workbook, which opens only for editing.
  if (kind === 'package' && !isExternal && isChart(sourceType)) return undefined;
  if (['oleobject', 'package', 'control'].includes(kind)) return 'ole-object';
  if (['attachedtemplate', 'subdocument', 'frame'].includes(kind) && isRemotePath(target)) return 'remote-template';
  return undefined;
}
