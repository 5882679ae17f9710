import { describe, expect, test } from 'vitest';
import { resumeTypeOf } from './resume-type.ts';

const fileOf = (content: Buffer) => ({
  bytes: content.length,
  read: async (position: number, length: number) => content.subarray(position, position + length),
});
const judge = (name: string, content: Buffer) => resumeTypeOf(name, fileOf(content));

interface Entry {
  name: string;
  packed?: number;
  unpacked?: number;
  encrypted?: boolean;
}

/** A zip's directory; the packed bytes themselves play no part. */
function zip(entries: readonly Entry[], { comment = '', count = entries.length } = {}): Buffer {
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26)]);
  const records = entries.map(({ name, packed = 100, unpacked = 400, encrypted = false }) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(encrypted ? 1 : 0, 8);
    head.writeUInt32LE(packed, 20);
    head.writeUInt32LE(unpacked, 24);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, directory, end, Buffer.from(comment)]);
}

const document: Entry[] = [{ name: '[Content_Types].xml' }, { name: '_rels/.rels' }, { name: 'word/document.xml' }];

/** An OLE2 file whose directory holds these names (MS-CFB): sector 0 the table, 1 the directory, 2 to 9 the document. */
function ole2(names: readonly string[], { encrypted = false } = {}): Buffer {
  const sector = 512;
  const header = Buffer.alloc(sector);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const directorySectors = Math.ceil(names.length / 4);
  const table = Buffer.alloc(sector, 0xff);
  for (let index = 0; index < directorySectors; index += 1)
    table.writeUInt32LE(index + 1 < directorySectors ? index + 2 : 0xfffffffe, (index + 1) * 4);
  const directory = Buffer.alloc(directorySectors * sector);
  const documentSector = 1 + directorySectors;
  for (const [index, name] of names.entries()) {
    const at = index * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at + 64);
    directory[at + 66] = 2;
    directory.writeUInt32LE(documentSector, at + 116);
    directory.writeUInt32LE(4096, at + 120);
  }
  const stream = Buffer.alloc(4096);
  stream.writeUInt16LE(0xa5ec, 0);
  if (encrypted) stream.writeUInt16LE(0x100, 10);
  return Buffer.concat([header, table, directory, stream]);
}

const word = ['Root Entry', 'WordDocument', '1Table', 'CompObj', 'SummaryInformation'];

describe('accepted', () => {
  test.each([
    ['cv.pdf', Buffer.from('%PDF-1.4\n'), 'pdf'],
    ['CV.PDF', Buffer.from('%PDF-2.0\n'), 'pdf'],
    ['after a byte order mark.pdf', Buffer.from('\ufeff%PDF-1.7\n'), 'pdf'],
    ['which names encryption in its text.pdf', Buffer.from('%PDF-1.7\n(How to /Encrypt a file)'), 'pdf'],
    ['cv.docx', zip(document), 'docx'],
    ['with a comment.docx', zip(document, { comment: 'made by hand' }), 'docx'],
    [
      'with a long text.docx',
      zip([...document, { name: 'word/media/a.bmp', packed: 60_000, unpacked: 5_000_000 }]),
      'docx',
    ],
    ['cv.doc', ole2(word), 'doc'],
  ])('%s', async (name, content, type) => {
    expect(await judge(name, content)).toBe(type);
  });
});

describe('refused', () => {
  test.each([
    ['an empty file', 'cv.pdf', Buffer.alloc(0)],
    ['text', 'cv.pdf', Buffer.from('hello')],
    ['a header that comes too late', 'cv.pdf', Buffer.concat([Buffer.alloc(2000), Buffer.from('%PDF-1.7')])],
    ['a PDF that asks for a password', 'cv.pdf', Buffer.from('%PDF-1.7\ntrailer\n<< /Root 1 0 R /Encrypt 12 0 R >>\n')],
    ['another ending', 'cv.txt', Buffer.from('%PDF-1.4\n')],
    ['no ending', 'pdf', Buffer.from('%PDF-1.4\n')],
    ['two endings, the last one wrong', 'cv.pdf.exe', Buffer.from('%PDF-1.4\n')],
    ['a PDF called docx', 'cv.docx', Buffer.from('%PDF-1.4\n')],
    ['a docx called pdf', 'cv.pdf', zip(document)],
    ['a docx called doc', 'cv.doc', zip(document)],
    ['a doc called docx', 'cv.docx', ole2(word)],
    ['a zip of something else', 'cv.docx', zip([{ name: 'readme.txt' }])],
    ['a spreadsheet', 'cv.docx', zip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }])],
    ['no types', 'cv.docx', zip([{ name: 'word/document.xml' }])],
    ['macros', 'cv.docx', zip([...document, { name: 'word/vbaProject.bin' }])],
    ['macros in other letters', 'cv.docx', zip([...document, { name: 'word/VBAPROJECT.BIN' }])],
    ['a name twice', 'cv.docx', zip([...document, { name: 'word/document.xml' }])],
    ['a password', 'cv.docx', zip([...document, { name: 'word/styles.xml', encrypted: true }])],
    ['a password by Office', 'cv.docx', ole2(['Root Entry', 'EncryptionInfo', 'EncryptedPackage'])],
    [
      'a bomb by its ratio',
      'cv.docx',
      zip([...document, { name: 'word/media/a.png', packed: 10_000, unpacked: 3_000_000 }]),
    ],
    [
      'a bomb by its size',
      'cv.docx',
      zip([
        ...document,
        ...Array.from({ length: 30 }, (_, index) => ({ name: `word/${index}`, packed: 100_000, unpacked: 10_000_000 })),
      ]),
    ],
    [
      'a bomb by its entries',
      'cv.docx',
      zip([...document, ...Array.from({ length: 2000 }, (_, index) => ({ name: `word/${index}` }))]),
    ],
    ['fewer entries than it says', 'cv.docx', zip(document, { count: 9 })],
    ['a zip without its end', 'cv.docx', zip(document).subarray(0, -22)],
    ['an OLE2 file of something else', 'cv.doc', ole2(['Root Entry', 'Workbook'])],
    ['a doc with macros', 'cv.doc', ole2([...word, 'Macros', '_VBA_PROJECT'])],
    ['a doc that asks for a password', 'cv.doc', ole2(word, { encrypted: true })],
    ['an encrypted package', 'cv.doc', ole2([...word, 'EncryptedPackage'])],
    ['an OLE2 header only', 'cv.doc', ole2(word).subarray(0, 512)],
    ['eight bytes', 'cv.doc', ole2(word).subarray(0, 8)],
  ])('%s', async (_, name, content) => {
    expect(await judge(name, content)).toBeUndefined();
  });

  test('a directory that leads in circles', async () => {
    const circle = ole2(word);
    circle.writeUInt32LE(1, 512 + 8);
    expect(await judge('cv.doc', circle)).toBeUndefined();
  });

  test('anything at random, without an error', async () => {
    for (let round = 0; round < 500; round += 1) {
      for (const [name, whole] of [
        ['cv.docx', zip(document)],
        ['cv.doc', ole2(word)],
      ] as const) {
        const damaged = Buffer.from(whole);
        for (let hit = 0; hit < 8; hit += 1)
          damaged[Math.floor(Math.random() * damaged.length)] = Math.floor(Math.random() * 256);
        await expect(
          judge(name, damaged.subarray(0, Math.ceil(Math.random() * damaged.length))),
        ).resolves.not.toThrow();
      }
    }
  });
});
