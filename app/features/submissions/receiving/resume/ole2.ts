import type { ResumeCaution } from '../../records/tables.ts';
import { isRemotePath } from './remote-path.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headerBytes = 512;
/** Values from here on are not sector numbers (MS-CFB, 2.1). */
const noSector = 0xfffffffa;
/** Streams below this size lie in the sectors of the mini stream. */
const miniStreamBytes = 4096;
/** A document with macros and pictures has some hundred directory entries. */
const maxDirectorySectors = 256;
/** The strings of a document's own properties take some kilobytes. */
const maxPropertyBytes = 64 * 1024;

interface Stream {
  readonly start: number;
  readonly bytes: number;
}

/**
 * Inspects a Word 97 to 2003 document (MS-CFB, MS-DOC).
 * @returns its cautions (Ruling 24); undefined for a file that is no such document, is damaged, requires a password or has macros
 */
export function inspectDoc(bytes: Buffer): Set<ResumeCaution> | undefined {
  const sectors = openSectors(bytes);
  const entries = sectors && readDirectory(bytes, sectors);
  // Names are compared without regard to case (MS-CFB, 2.6.4).
  const document = entries?.get('WORDDOCUMENT');
  if (!sectors || !entries || !document) return undefined;
  if (['ENCRYPTEDPACKAGE', 'MACROS', '_VBA_PROJECT', 'VBA'].some((name) => entries.has(name))) return undefined;

  const cautions = new Set<ResumeCaution>();
  if ([...entries.keys()].some(isObjectName)) cautions.add('ole-object');
  const header = sectors.read(document, 0, 1024);
  // FibBase (MS-DOC, 2.5.2): its signature, then flags. Word never writes a shorter stream.
  if (document.bytes < miniStreamBytes || header.length < 1024 || header.readUInt16LE(0) !== 0xa5ec) return cautions;
  const flags = header.readUInt16LE(10);
  if (flags & 0x100) return undefined;
  const table = entries.get(flags & 0x200 ? '1TABLE' : '0TABLE');
  if (table && isRemotePath(templateOf(header, table, sectors))) cautions.add('remote-template');
  return cautions;
}

/** Storages of embedded and linked objects in the ObjectPool (MS-DOC, 2.1.3), and streams that only they have. */
const isObjectName = (name: string) =>
  /^_\d{5,}$/u.test(name) || ['\u0001OLE', '\u0001OLE10NATIVE', '\u0003OBJINFO'].includes(name);

interface Sectors {
  readonly size: number;
  /** Undefined beyond the end of the file. */
  bytesOf(number: number): Buffer | undefined;
  next(number: number): number;
  /** Reads up to `length` bytes of a stream from `position`; fewer where the stream or its chain ends. */
  read(stream: Stream, position: number, length: number): Buffer;
}

function openSectors(bytes: Buffer): Sectors | undefined {
  if (bytes.length < headerBytes || !bytes.subarray(0, 8).equals(signature)) return undefined;
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const size = 1 << shift;
  const bytesOf = (number: number) => {
    const sector = bytes.subarray((number + 1) * size, (number + 2) * size);
    return sector.length > 0 ? sector : undefined;
  };
  /** The sector table itself lies in sectors; the header lists the first 109, enough for 7 MB. */
  const next = (number: number) => {
    const perSector = size / 4;
    const index = Math.floor(number / perSector);
    const table = index < 109 ? bytes.readUInt32LE(76 + index * 4) : noSector;
    const sector = table < noSector ? bytesOf(table) : undefined;
    const at = (number % perSector) * 4;
    return sector && at + 4 <= sector.length ? sector.readUInt32LE(at) : noSector;
  };
  return {
    size,
    bytesOf,
    next,
    read({ start, bytes: streamBytes }, position, length) {
      const parts: Buffer[] = [];
      const end = Math.min(position + length, streamBytes);
      // A circular chain ends with the requested bytes.
      for (let number = start, at = 0; at < end && number < noSector; number = next(number), at += size) {
        const sector = bytesOf(number);
        if (!sector) break;
        if (at + size > position) parts.push(sector.subarray(Math.max(0, position - at), end - at));
      }
      return Buffer.concat(parts);
    },
  };
}

/** Returns the directory entries by name in upper case, the first of duplicates; undefined where the directory is damaged. */
function readDirectory(bytes: Buffer, { bytesOf, next }: Sectors): Map<string, Stream> | undefined {
  const entries = new Map<string, Stream>();
  let number = bytes.readUInt32LE(48);
  for (let read = 0; number < noSector; read += 1) {
    const sector = read < maxDirectorySectors ? bytesOf(number) : undefined;
    if (!sector) return undefined;
    for (let at = 0; at + 128 <= sector.length; at += 128) {
      const nameBytes = sector.readUInt16LE(at + 64);
      if (nameBytes < 2 || nameBytes > 64 || sector[at + 66] === 0) continue;
      const name = sector.toString('utf16le', at, at + nameBytes - 2).toUpperCase();
      if (!entries.has(name))
        entries.set(name, { start: sector.readUInt32LE(at + 116), bytes: sector.readUInt32LE(at + 120) });
    }
    number = next(number);
  }
  return entries;
}

/** Offset of FibRgFcLcb97 in the header of a document, and the index of the pair that locates SttbfAssoc (MS-DOC, 2.5.6). */
const pairsAt = 154;
const associatedStrings = 32;
/** Index of the template in SttbfAssoc (MS-DOC, 2.9.276). */
const templateIndex = 1;

/** Returns the path of the template; empty where there is none, or it cannot be read. */
function templateOf(header: Buffer, table: Stream, sectors: Sectors): string {
  const at = pairsAt + associatedStrings * 8;
  const length = Math.min(header.readUInt32LE(at + 4), maxPropertyBytes);
  if (table.bytes < miniStreamBytes) return '';
  const strings = sectors.read(table, header.readUInt32LE(at), length);
  if (strings.length < 6 || strings.readUInt16LE(0) !== 0xffff) return '';
  const extraBytes = strings.readUInt16LE(4);
  let position = 6;
  for (let index = 0; position + 2 <= strings.length; index += 1) {
    const textBytes = strings.readUInt16LE(position) * 2;
    if (index === templateIndex) return strings.toString('utf16le', position + 2, position + 2 + textBytes);
    position += 2 + textBytes + extraBytes;
  }
  return '';
}
