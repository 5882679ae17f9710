import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

/** A PDF of `fixtures`. */
export const pdfFixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url));

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly encrypted?: boolean;
  /** The values in the directory, where they are false. */
  readonly declared?: {
    readonly packed?: number;
    readonly unpacked?: number;
    readonly offset?: number;
    readonly name?: string;
  };
}

/** A zip archive (APPNOTE 4.3). */
export function zip(entries: readonly ZipEntry[], { comment = '', count = entries.length } = {}): Buffer {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '<x/>', encrypted = false, declared = {} } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(declared.packed ?? packed.length, 14);
    common.writeUInt32LE(declared.unpacked ?? plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const listed = declared.name ?? name;
    const listedCommon = Buffer.from(common);
    listedCommon.writeUInt16LE(Buffer.byteLength(listed), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(declared.offset ?? offset, 10);
    records.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), listedCommon, rest, Buffer.from(listed)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export interface DocxOptions {
  /** Name of the main part. */
  readonly main?: string;
  readonly mainType?: string;
  /** Of parts beside the main one, by name. */
  readonly types?: Readonly<Record<string, string>>;
  /** Of file names' endings. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Of the main part: last word or whole type, target, and whether it lies outside the package. */
  readonly relationships?: readonly (readonly [type: string, target: string, isExternal?: 'external'])[];
  /** Beside those that every document has. */
  readonly entries?: readonly ZipEntry[];
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export const relationshipsXml = (relationships: NonNullable<DocxOptions['relationships']>) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships
    .map(([type, target, external], index) => {
      const whole = type.includes(':') ? type : `${officeDocument}/${type}`;
      const mode = external ? ' TargetMode="External"' : '';
      return `<Relationship Id="rId${index}" Type="${whole}" Target="${escapeXml(target)}"${mode}/>`;
    })
    .join('')}</Relationships>`;

/** The parts of a Word document as Word writes them. */
export function docxEntries({
  main = 'word/document.xml',
  mainType = wordType,
  types = {},
  defaults = {},
  relationships = [],
  entries = [],
}: DocxOptions = {}): ZipEntry[] {
  const overrides = Object.entries({ [`/${main}`]: mainType, ...types });
  const endings = Object.entries({
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    ...defaults,
  });
  const relationshipsPart = main.replace(/^(.*\/)?([^/]*)$/u, '$1_rels/$2.rels');
  return [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${endings
        .map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`)
        .join(
          '',
        )}${overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relationshipsXml([['officeDocument', main]]) },
    { name: main, content: '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>' },
    { name: relationshipsPart, content: relationshipsXml(relationships) },
    ...entries,
  ];
}

export const docx = (options: DocxOptions = {}): Buffer => zip(docxEntries(options));

interface DocOptions {
  readonly encrypted?: boolean;
  /** Path of its template. */
  readonly template?: string;
}

/** Entries of the directory of a document that Word writes. */
export const wordEntries = ['Root Entry', 'WordDocument', '1Table', '\u0001CompObj', '\u0005SummaryInformation'];

/**
 * An OLE2 file whose directory holds these names (MS-CFB): sector 0 the table, then the directory, eight sectors of the
 * document and eight of the table stream.
 */
export function doc(
  names: readonly string[] = wordEntries,
  { encrypted = false, template = '' }: DocOptions = {},
): Buffer {
  const sector = 512;
  const directorySectors = Math.ceil(names.length / 4);
  const documentSector = 1 + directorySectors;
  const tableSector = documentSector + 8;
  const header = Buffer.alloc(sector);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sector, 0xff);
  const chain = (first: number, count: number) => {
    for (let index = 0; index < count; index += 1)
      table.writeUInt32LE(index + 1 < count ? first + index + 1 : 0xfffffffe, (first + index) * 4);
  };
  chain(1, directorySectors);
  chain(documentSector, 8);
  chain(tableSector, 8);
  const directory = Buffer.alloc(directorySectors * sector);
  for (const [index, name] of names.entries()) {
    const at = index * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at + 64);
    directory[at + 66] = 2;
    directory.writeUInt32LE(name.toUpperCase() === '1TABLE' ? tableSector : documentSector, at + 116);
    directory.writeUInt32LE(4096, at + 120);
  }
  // The template's path begins in the second sector of its stream and may end in the third: its chain is followed.
  const stringsAt = 1000;
  const strings = Buffer.alloc(12 + template.length * 2);
  strings.writeUInt16LE(0xffff, 0);
  strings.writeUInt16LE(2, 2);
  strings.writeUInt16LE(template.length, 8);
  strings.write(template, 10, 'utf16le');
  const document = Buffer.alloc(8 * sector);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(encrypted ? 0x300 : 0x200, 10);
  document.writeUInt32LE(stringsAt, 0x19a);
  document.writeUInt32LE(strings.length, 0x19e);
  const tableStream = Buffer.alloc(8 * sector);
  strings.copy(tableStream, stringsAt);
  return Buffer.concat([header, table, directory, document, tableStream]);
}
