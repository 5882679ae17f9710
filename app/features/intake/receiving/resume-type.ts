import type { limits } from '../../../shared/submission-rules.ts';

export type ResumeType = (typeof limits.resumeExtensions)[number];

/** What is read of a file to judge it: never all of it, and nothing of it is unpacked. */
export interface ReadableFile {
  readonly bytes: number;
  read(position: number, length: number): Promise<Buffer>;
}

/**
 * The type of a résumé, judged by its content (Contract, Submissions).
 * @param name as the visitor's file is called: content and ending must agree
 * @returns undefined for what is none of the three, is damaged, asks for a password, carries macros (Ruling 24), or
 *   would unpack to a size that no résumé has
 */
export async function resumeTypeOf(name: string, file: ReadableFile): Promise<ResumeType | undefined> {
  const ending = /\.([a-z]+)$/iu.exec(name)?.[1]?.toLowerCase();
  const head = await file.read(0, headBytes);
  if (ending === 'pdf' && isPdf(head) && !(await isEncryptedPdf(file))) return 'pdf';
  if (ending === 'docx' && head.subarray(0, 4).equals(zipLocalHeader) && isDocx(await readZipDirectory(file)))
    return 'docx';
  if (ending === 'doc' && head.subarray(0, 8).equals(ole2Header) && isDoc(await readOle2Directory(file, head)))
    return 'doc';
  return undefined;
}

const headBytes = 1024;

/** Readers accept bytes before the header, within the first kilobyte (PDF 1.7, Appendix H, 3.4.1). */
const isPdf = (head: Buffer) => /%PDF-[12]\.\d/u.test(head.toString('latin1'));

const chunkBytes = 256 * 1024;
const encryptMark = /\/Encrypt[\s<][^/]{0,40}?(?:\d+\s+\d+\s+R|<)/u;
const markBytes = 64;

/** A trailer that names an encryption dictionary stands near the end or, in a linearised file, near the start. */
async function isEncryptedPdf(file: ReadableFile): Promise<boolean> {
  for (let position = 0; position < file.bytes; position += chunkBytes) {
    const chunk = await file.read(position, chunkBytes + markBytes);
    if (chunk.includes('/Encrypt') && encryptMark.test(chunk.toString('latin1'))) return true;
  }
  return false;
}

const zipLocalHeader = Buffer.from('PK\x03\x04', 'latin1');
const ole2Header = Buffer.from('d0cf11e0a1b11ae1', 'hex');

interface ZipEntry {
  name: string;
  encrypted: boolean;
  packed: number;
  unpacked: number;
}

/** Far more than a document has, far less than hurts whoever opens it. */
const zipLimits = {
  entries: 2000,
  directoryBytes: 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
};

function isDocx(entries: readonly ZipEntry[] | undefined): boolean {
  if (!entries) return false;
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  return (
    names.has('[content_types].xml') &&
    names.has('word/document.xml') &&
    names.size === entries.length &&
    unpacked <= zipLimits.unpackedBytes &&
    !entries.some((entry) => entry.encrypted || hasMacros(entry.name) || isBomb(entry))
  );
}

const hasMacros = (name: string) => /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml|vbaprojectsignature.*\.bin)$/iu.test(name);
const isBomb = ({ packed, unpacked }: ZipEntry) =>
  unpacked > zipLimits.ratioFromBytes && unpacked > packed * zipLimits.ratio;

const endRecordBytes = 22;
const longestComment = 65_535;

/** The entries that the central directory names (APPNOTE 4.3.12); undefined where it is damaged or beyond the limits. */
async function readZipDirectory(file: ReadableFile): Promise<ZipEntry[] | undefined> {
  const tailBytes = Math.min(file.bytes, endRecordBytes + longestComment);
  const tail = await file.read(file.bytes - tailBytes, tailBytes);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endRecordBytes > tail.length) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  // A ZIP64 archive (all bits set) is for what is larger than a résumé may be.
  if (count > zipLimits.entries || length > zipLimits.directoryBytes || start + length > file.bytes) return undefined;

  const directory = await file.read(start, length);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return undefined;
    const nameBytes = directory.readUInt16LE(at + 28);
    const next = at + 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (next > directory.length) return undefined;
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
    });
    at = next;
  }
  return entries;
}

function isDoc(document: Ole2Document | undefined): boolean {
  if (!document || document.encrypted) return false;
  const names = new Set(document.names);
  return (
    names.has('WordDocument') && !['EncryptedPackage', 'Macros', '_VBA_PROJECT', 'VBA'].some((name) => names.has(name))
  );
}

interface Ole2Document {
  /** Of all streams and storages. */
  names: readonly string[];
  /** Whether the Word stream says that it asks for a password. */
  encrypted: boolean;
}

/** Directory entries of a document with macros and pictures: some hundred. */
const ole2Limits = { directorySectors: 256 };
/** A sector number from here on is none (MS-CFB 2.1). */
const noSector = 0xfffffffa;

/** The names in the directory of an OLE2 file (MS-CFB); undefined where it is damaged. */
async function readOle2Directory(file: ReadableFile, header: Buffer): Promise<Ole2Document | undefined> {
  if (header.length < 512) return undefined;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 1 << shift;
  const sector = async (number: number) => {
    const bytes = await file.read((number + 1) * sectorBytes, sectorBytes);
    return bytes.length > 0 ? bytes : undefined;
  };
  /** The table of sectors lies in sectors itself; the header lists the first 109, enough for 7 MB. */
  const nextOf = async (number: number) => {
    const perSector = sectorBytes / 4;
    const index = Math.floor(number / perSector);
    const table = index < 109 ? header.readUInt32LE(76 + index * 4) : noSector;
    const bytes = table < noSector ? await sector(table) : undefined;
    const at = (number % perSector) * 4;
    return bytes && at + 4 <= bytes.length ? bytes.readUInt32LE(at) : noSector;
  };

  const names: string[] = [];
  let word: number | undefined;
  let number = header.readUInt32LE(48);
  for (let read = 0; number < noSector; read += 1) {
    const bytes = read < ole2Limits.directorySectors ? await sector(number) : undefined;
    if (!bytes) return undefined;
    for (let at = 0; at + 128 <= bytes.length; at += 128) {
      const nameBytes = bytes.readUInt16LE(at + 64);
      if (nameBytes < 2 || nameBytes > 64 || bytes[at + 66] === 0) continue;
      const name = bytes.toString('utf16le', at, at + nameBytes - 2);
      names.push(name);
      // A shorter stream lies in the sectors of another one, and no document that Word wrote has one.
      if (name === 'WordDocument' && bytes.readUInt32LE(at + 120) >= 4096) word = bytes.readUInt32LE(at + 116);
    }
    number = await nextOf(number);
  }
  const start = word !== undefined && word < noSector ? await sector(word) : undefined;
  // FibBase (MS-DOC 2.5.2): its mark, then flags whose bit 8 is fEncrypted.
  const hasFib = start !== undefined && start.length >= 12 && start.readUInt16LE(0) === 0xa5ec;
  return { names, encrypted: hasFib && (start.readUInt16LE(10) & 0x100) !== 0 };
}
