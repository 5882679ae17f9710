import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ResumeCaution } from '../../records/tables.ts';
import {
  type DocxOptions,
  doc,
  docx,
  docxEntries,
  pdfFixture,
  relationshipsXml,
  wordEntries,
  type ZipEntry,
  zip,
} from './document.fixture.ts';
import { inspectResume } from './inspect-resume.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Returns a PDF with these objects, numbered from 1. */
const pdf = (...objects: readonly (string | Buffer)[]) =>
  Buffer.concat([
    latin1('%PDF-1.7\n'),
    ...objects.flatMap((object, index) => [latin1(`${index + 1} 0 obj\n`), Buffer.from(object), latin1('\nendobj\n')]),
    latin1('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);

/** Returns an object stream (ISO 32000-2, 7.5.7) with objects numbered from 100. */
function objectStream(objects: readonly string[], { type = '/Type /ObjStm', extra = '' } = {}): Buffer {
  const body = objects.join(' ');
  const pairs = objects.map(
    (_, index) => `${100 + index} ${objects.slice(0, index).join(' ').length + (index ? 1 : 0)}`,
  );
  const head = `${pairs.join(' ')} `;
  const data = deflateSync(latin1(head + body));
  return Buffer.concat([
    latin1(
      `<< ${type} /N ${objects.length} /First ${head.length} /Length ${data.length} /Filter /FlateDecode ${extra} >>\nstream\n`,
    ),
    data,
    latin1('\nendstream'),
  ]);
}

const changed = (file: Buffer, from: string, to: string) => {
  const text = file.toString('latin1');
  expect(text).toContain(from);
  return latin1(text.replaceAll(from, to));
};

const vbaType = 'application/vnd.ms-office.vbaProject';
const vbaRelationship = 'http://schemas.microsoft.com/office/2006/relationships/vbaProject';
const png: ZipEntry = { name: 'word/media/a.png', content: 'x' };
/** Packed to less than a two-hundredth. */
const monotonous = (bytes: number) => Buffer.alloc(bytes, 'a');
/** Packed to about a third. */
const words = (bytes: number) =>
  Buffer.from(
    Array.from({ length: Math.ceil(bytes / 8) }, (_, index) => ((index * 2654435761) >>> 0).toString(16).padStart(8))
      .join('')
      .slice(0, bytes),
  );

describe('accepted without a caution', () => {
  test.each<[label: string, name: string, content: Buffer]>([
    ['a PDF', 'cv.pdf', pdfFixture('plain')],
    ['a PDF in capitals', 'CV.PDF', latin1('%PDF-2.0\n')],
    ['a PDF after a byte order mark', 'cv.pdf', Buffer.from('\ufeff%PDF-1.7\n')],
    ['a PDF after white space', 'cv.pdf', latin1('\r\n\t %PDF-1.7\n')],
    ['a PDF with object streams', 'cv.pdf', pdfFixture('plain-object-streams')],
    [
      'a PDF which names encryption in its text',
      'cv.pdf',
      pdf('(How to /Encrypt 1 0 R a file)', '<< /Title (/Encrypt) >>'),
    ],
    [
      'a PDF which names JavaScript in its text',
      'cv.pdf',
      pdf('(/S /JavaScript /JS \\(/Launch)', '<</Author <2f4a53>>>'),
    ],
    ['a PDF whose identifier is called JS', 'cv.pdf', pdf('<< /Font /JS /JSX 1 >>')],
    ...['rc4-40', 'rc4-128', 'aes-128', 'aes-256', 'aes-256-r5'].map((kind): [string, string, Buffer] => [
      `a PDF that opens without a password and forbids printing, by ${kind}`,
      'cv.pdf',
      pdfFixture(`open-${kind}`),
    ]),
    ['a Word document', 'cv.docx', docx()],
    ['a document of Word on the web', 'cv.docx', docx({ main: 'word/document2.xml' })],
    ['a document outside word/', 'cv.docx', docx({ main: 'document.xml' })],
    [
      'a document in the strict edition of the standard',
      'cv.docx',
      zip(
        docxEntries().map((entry) =>
          entry.name === '_rels/.rels'
            ? {
                ...entry,
                content: relationshipsXml([
                  ['http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument', '/word/document.xml'],
                ]),
              }
            : entry,
        ),
      ),
    ],
    ['a document with a comment', 'cv.docx', zip(docxEntries(), { comment: 'made by hand' })],
    [
      'a document with folders and trash',
      'cv.docx',
      docx({ entries: [{ name: 'word/media/', content: '' }, { name: '[trash]/0000.dat' }] }),
    ],
    [
      'a document with a large picture',
      'cv.docx',
      docx({ entries: [{ name: 'word/a.bmp', content: words(5_000_000) }] }),
    ],
    [
      'a document with a link and a linked picture',
      'cv.docx',
      docx({
        relationships: [
          ['hyperlink', 'https://example.com/', 'external'],
          ['image', 'https://example.com/a.png', 'external'],
        ],
      }),
    ],
    [
      'a document with a chart',
      'cv.docx',
      docx({
        types: { '/word/charts/chart1.xml': 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml' },
        entries: [
          { name: 'word/charts/chart1.xml' },
          {
            name: 'word/charts/_rels/chart1.xml.rels',
            content: relationshipsXml([['package', '../embeddings/a.xlsx']]),
          },
        ],
      }),
    ],
    ['a Word 97 document', 'cv.doc', doc()],
    ['a Word 97 document with an empty pool of objects', 'cv.doc', doc([...wordEntries, 'ObjectPool'])],
  ])('%s', async (_, name, content) => {
    expect(await inspectResume(name, content)).toEqual({
      type: name.slice(name.lastIndexOf('.') + 1).toLowerCase(),
      cautions: [],
    });
  });

  test.each([
    'Normal.dotm',
    'C:\\Users\\Ada\\Templates\\CV.dotx',
    'file:///C:\\Users\\Ada\\Templates\\CV.dotx',
    'file:///C:/Users/Ada/CV%20modern.dotx',
    'file://localhost/Users/ada/CV.dotx',
    'file:///Users/ada/CV.dotx',
    '/Users/ada/CV.dotx',
    'Macintosh HD:Users:ada:CV.dotx',
    'MacHD:Users:ada:CV.dotx',
  ])('a template on the author’s disk: %s', async (template) => {
    const relationships: DocxOptions['relationships'] = [['attachedTemplate', template, 'external']];
    expect(await inspectResume('cv.docx', docx({ relationships }))).toEqual({ type: 'docx', cautions: [] });
    expect(await inspectResume('cv.doc', doc(wordEntries, { template }))).toEqual({ type: 'doc', cautions: [] });
  });
});

describe('accepted with a caution', () => {
  const javaScript = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';

  test.each<[label: string, name: string, content: Buffer, cautions: ResumeCaution[]]>([
    ['JavaScript', 'cv.pdf', pdfFixture('script'), ['pdf-javascript']],
    ['JavaScript in an object stream', 'cv.pdf', pdfFixture('script-object-streams'), ['pdf-javascript']],
    ...['rc4-128', 'aes-128', 'aes-256'].map((kind): [string, string, Buffer, ResumeCaution[]] => [
      `JavaScript in an object stream that is encrypted by ${kind}`,
      'cv.pdf',
      pdfFixture(`open-${kind}-script-object-streams`),
      ['pdf-javascript'],
    ]),
    ['JavaScript spelt by numbers', 'cv.pdf', pdf('<< /S /#4aavaScrip#74 /#4AS (x) >>'), ['pdf-javascript']],
    ['a script without its type', 'cv.pdf', pdf('<< /S /Rendition /J#53 1 0 R >>'), ['pdf-javascript']],
    ['the start of a program', 'cv.pdf', pdf('<< /S /Launch /F (calc.exe) >>'), ['pdf-launch']],
    ['the start of a program, spelt by numbers', 'cv.pdf', pdf('<< /S /L#61unch >>'), ['pdf-launch']],
    ['both', 'cv.pdf', pdf('[<< /S /Launch >>]', javaScript), ['pdf-javascript', 'pdf-launch']],
    [
      'an object that is not closed',
      'cv.pdf',
      latin1('%PDF-1.4\n1 0 obj << /A [ << /S /JavaScript /JS (x)'),
      ['pdf-javascript'],
    ],
    [
      'what a comment or a string before it seems to hide',
      'cv.pdf',
      pdf('(', `% 5 0 obj ${javaScript}`),
      ['pdf-javascript'],
    ],
    ['the second of several objects in a stream', 'cv.pdf', pdf(objectStream(['(', javaScript])), ['pdf-javascript']],
    ['an object stream without its type', 'cv.pdf', pdf(objectStream([javaScript], { type: '' })), ['pdf-javascript']],
    [
      'an object stream whose type is spelt by numbers',
      'cv.pdf',
      pdf(objectStream([javaScript], { type: '/Type /Obj#53tm' })),
      ['pdf-javascript'],
    ],
    [
      'an object stream with a predictor',
      'cv.pdf',
      pdf(objectStream(['1'], { extra: '/DecodeParms << /Predictor 12 >>' })),
      ['uninspected'],
    ],
    [
      'an object stream in another encoding',
      'cv.pdf',
      changed(pdf(objectStream(['1'])), '/FlateDecode', '[/ASCIIHexDecode /FlateDecode]'),
      ['uninspected'],
    ],
    [
      'an object stream that is damaged',
      'cv.pdf',
      pdf('<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\nno zlib at all\nendstream'),
      ['uninspected'],
    ],
    [
      'an object stream that is too large',
      'cv.pdf',
      pdf(objectStream([`(${'x'.repeat(16 * 1024 * 1024)})`])),
      ['uninspected'],
    ],
    [
      'an embedded object',
      'cv.docx',
      docx({ relationships: [['oleObject', 'embeddings/oleObject1.bin']] }),
      ['ole-object'],
    ],
    [
      'a linked object',
      'cv.docx',
      docx({ relationships: [['oleObject', 'file:///C:/a.xlsx', 'external']] }),
      ['ole-object'],
    ],
    ['an embedded workbook', 'cv.docx', docx({ relationships: [['package', 'embeddings/a.xlsx']] }), ['ole-object']],
    ['a control', 'cv.docx', docx({ relationships: [['control', 'activeX/activeX1.xml']] }), ['ole-object']],
    [
      'an object in a header',
      'cv.docx',
      docx({
        entries: [
          { name: 'word/_rels/header1.xml.rels', content: relationshipsXml([['oleObject', 'embeddings/a.bin']]) },
        ],
      }),
      ['ole-object'],
    ],
    [
      'relationships in UTF-16',
      'cv.docx',
      docx({
        entries: [
          {
            name: 'word/_rels/header1.xml.rels',
            content: utf16(relationshipsXml([['oleObject', 'a.bin']]).replace('UTF-8', 'UTF-16')),
          },
        ],
      }),
      ['ole-object'],
    ],
    [
      'an object in a Word 97 document',
      'cv.doc',
      doc([...wordEntries, 'ObjectPool', '_1234567890', '\u0001Ole10Native']),
      ['ole-object'],
    ],
  ])('%s', async (_, name, content, cautions) => {
    expect(await inspectResume(name, content)).toMatchObject({ cautions });
  });

  test('an object stream of the maximum inspected size', async () => {
    const largest = `(${'x'.repeat(16 * 1024 * 1024 - 8)})`;
    expect(await inspectResume('cv.pdf', pdf(objectStream([largest])))).toMatchObject({ cautions: [] });
  });

  test.each([
    'https://evil.example/a.dotm',
    'HTTP://evil.example/a.dotm',
    'ftp://evil.example/a.dotm',
    'mhtml:http://evil.example/a.dotm',
    '\\\\server\\share\\a.dotm',
    '//server/share/a.dotm',
    '%5C%5Cserver%5Cshare%5Ca.dotm',
    'file://server/share/a.dotm',
    'file:\\\\server\\share\\a.dotm',
    'file:////server/share/a.dotm',
    'file:///\\\\server\\share\\a.dotm',
  ])('a template elsewhere: %s', async (template) => {
    const relationships: DocxOptions['relationships'] = [['attachedTemplate', template, 'external']];
    const settings = { name: 'word/_rels/settings.xml.rels', content: relationshipsXml(relationships) };
    expect(await inspectResume('cv.docx', docx({ entries: [settings] }))).toMatchObject({
      cautions: ['remote-template'],
    });
    expect(await inspectResume('cv.doc', doc(wordEntries, { template }))).toMatchObject({
      cautions: ['remote-template'],
    });
  });
});

describe('refused', () => {
  const bomb = (part: ZipEntry) => docx({ entries: [part] });

  test.each<[label: string, name: string, content: Buffer]>([
    ['an empty file', 'cv.pdf', Buffer.alloc(0)],
    ['text', 'cv.pdf', latin1('hello')],
    ['a program with a PDF behind its first bytes', 'cv.pdf', latin1('MZ\x90\0%PDF-1.7\n')],
    ['a page with a PDF in a comment', 'cv.pdf', latin1('<html><!--%PDF-1.7\n-->')],
    ['a script of a shell', 'cv.pdf', latin1('#!/bin/sh\n#%PDF-1.7\n')],
    ['a picture', 'cv.pdf', latin1('\xff\xd8\xff\xe0%PDF-1.7\n')],
    ['a header that comes too late', 'cv.pdf', latin1(`${' '.repeat(1024)}%PDF-1.7`)],
    ...['rc4-40', 'rc4-128', 'aes-128', 'aes-256', 'aes-256-r5'].flatMap((kind): [string, string, Buffer][] => [
      [`a PDF that asks for a password, by ${kind}`, 'cv.pdf', pdfFixture(`locked-${kind}`)],
      [
        `a PDF that asks for a password, by ${kind}, and says so by numbers`,
        'cv.pdf',
        changed(pdfFixture(`locked-${kind}`), '/Encrypt', '/#45ncr#79pt'),
      ],
    ]),
    [
      'a PDF with a cross-reference stream that asks for a password',
      'cv.pdf',
      pdfFixture('locked-aes-256-object-streams'),
    ],
    [
      'the same, said by numbers',
      'cv.pdf',
      changed(pdfFixture('locked-aes-256-object-streams'), '/Encrypt', '/Encryp#74'),
    ],
    [
      'a PDF encrypted for the holder of a certificate',
      'cv.pdf',
      changed(pdfFixture('open-aes-256'), '/Standard', '/Adobe.PubSec'),
    ],
    ['a PDF whose encryption is nowhere', 'cv.pdf', latin1('%PDF-1.7\ntrailer\n<< /Root 1 0 R /Encrypt 12 0 R >>\n')],
    [
      'a PDF whose encryption stands in its trailer',
      'cv.pdf',
      latin1('%PDF-1.7\ntrailer\n<< /Encrypt << /Filter /Standard /V 1 /R 2 >> >>\n'),
    ],
    ['another ending', 'cv.txt', latin1('%PDF-1.4\n')],
    ['no ending', 'pdf', latin1('%PDF-1.4\n')],
    ['the name of a property', 'cv.constructor', latin1('%PDF-1.4\n')],
    ['two endings, the last one wrong', 'cv.pdf.exe', latin1('%PDF-1.4\n')],
    ['a PDF called docx', 'cv.docx', latin1('%PDF-1.4\n')],
    ['a docx called pdf', 'cv.pdf', docx()],
    ['a docx called doc', 'cv.doc', docx()],
    ['a doc called docx', 'cv.docx', doc()],
    ['a zip of something else', 'cv.docx', zip([{ name: 'readme.txt' }])],
    [
      'a spreadsheet',
      'cv.docx',
      docx({
        main: 'xl/workbook.xml',
        mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      }),
    ],
    ['no content types', 'cv.docx', zip(docxEntries().slice(1))],
    ['no relationships of the package', 'cv.docx', zip(docxEntries().filter(({ name }) => name !== '_rels/.rels'))],
    ['a main part that is not there', 'cv.docx', zip(docxEntries().filter(({ name }) => name !== 'word/document.xml'))],
    [
      'content types that are no XML',
      'cv.docx',
      zip(docxEntries().map((entry, index) => (index === 0 ? { ...entry, content: 'x' } : entry))),
    ],
    [
      'relationships in an encoding of their own',
      'cv.docx',
      docx({ entries: [{ name: 'word/_rels/a.xml.rels', content: '<?xml version="1.0" encoding="utf-7"?><a/>' }] }),
    ],
    [
      'relationships with a document type',
      'cv.docx',
      docx({ entries: [{ name: 'word/_rels/a.xml.rels', content: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }] }),
    ],
    [
      'the document with macros',
      'cv.docx',
      docx({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
    ],
    ['macros by their usual name', 'cv.docx', docx({ entries: [{ name: 'word/vbaProject.bin' }] })],
    ['macros in other letters', 'cv.docx', docx({ entries: [{ name: 'word/VBAPROJECT.BIN' }] })],
    ['macros behind a backslash', 'cv.docx', docx({ entries: [{ name: 'word\\vbaProject.bin' }] })],
    [
      'renamed macros, by the type of the part',
      'cv.docx',
      docx({ entries: [png], types: { '/word/media/A.png': vbaType } }),
    ],
    ['renamed macros, by the type of their ending', 'cv.docx', docx({ entries: [png], defaults: { PNG: vbaType } })],
    [
      'renamed macros, by their relationship',
      'cv.docx',
      docx({ entries: [png], relationships: [[vbaRelationship, 'media/a.png']] }),
    ],
    [
      'renamed macros, by a relationship of another part',
      'cv.docx',
      docx({
        entries: [
          png,
          { name: 'word/_rels/styles.xml.rels', content: relationshipsXml([[vbaRelationship, 'media/a.png']]) },
        ],
      }),
    ],
    ['a name twice', 'cv.docx', docx({ entries: [{ name: 'Word/Document.xml' }] })],
    ['a password', 'cv.docx', docx({ entries: [{ name: 'word/styles.xml', encrypted: true }] })],
    ['a password by Office', 'cv.docx', doc(['Root Entry', 'EncryptionInfo', 'EncryptedPackage'])],
    ['an entry in the folder above', 'cv.docx', docx({ entries: [{ name: '../evil.xml' }] })],
    ['an entry at the root of the disk', 'cv.docx', docx({ entries: [{ name: '/etc/cron.d/evil' }] })],
    ['an entry on a drive', 'cv.docx', docx({ entries: [{ name: 'C:/evil.xml' }] })],
    [
      'an entry beyond the end of the file',
      'cv.docx',
      docx({ entries: [{ ...png, declared: { offset: 1_000_000 } }] }),
    ],
    [
      'an entry that ends beyond the end of the file',
      'cv.docx',
      docx({ entries: [{ ...png, declared: { packed: 100_000 } }] }),
    ],
    [
      'an entry with another name in the directory',
      'cv.docx',
      docx({ entries: [{ ...png, declared: { name: 'word/media/b.png' } }] }),
    ],
    [
      'entries that overlap',
      'cv.docx',
      docx({
        entries: [
          ...Array.from({ length: 5 }, (_, index) => ({ name: `word/${index}`, declared: { packed: 5000 } })),
          { name: 'word/media/a.png', content: words(30_000) },
        ],
      }),
    ],
    ['a bomb by its ratio', 'cv.docx', bomb({ name: 'word/media/a.png', content: monotonous(3_000_000) })],
    [
      'a bomb by its size',
      'cv.docx',
      docx({
        entries: Array.from({ length: 201 }, (_, index) => ({
          name: `word/${index}`,
          content: 'x',
          declared: { unpacked: 1024 * 1024 },
        })),
      }),
    ],
    [
      'a bomb by its entries',
      'cv.docx',
      docx({ entries: Array.from({ length: 1997 }, (_, index) => ({ name: `word/${index}` })) }),
    ],
    [
      'relationships that say they are smaller than they are',
      'cv.docx',
      docx({
        entries: [{ name: 'word/_rels/a.xml.rels', content: `<a>${' '.repeat(1000)}</a>`, declared: { unpacked: 10 } }],
      }),
    ],
    [
      'more relationships than are read',
      'cv.docx',
      docx({
        entries: Array.from({ length: 5 }, (_, index) => ({
          name: `word/_rels/${index}.rels`,
          content: `<a>${words(1_000_000)}</a>`,
        })),
      }),
    ],
    ['fewer entries than it says', 'cv.docx', zip(docxEntries(), { count: 9 })],
    ['a zip without its end', 'cv.docx', docx().subarray(0, -22)],
    ['an OLE2 file of something else', 'cv.doc', doc(['Root Entry', 'Workbook'])],
    ['a doc with macros', 'cv.doc', doc([...wordEntries, 'Macros', '_VBA_PROJECT'])],
    ['a doc with macros in other letters', 'cv.doc', doc([...wordEntries, 'MACROS', '_vba_project'])],
    ['a doc that asks for a password', 'cv.doc', doc(wordEntries, { encrypted: true })],
    ['an encrypted package', 'cv.doc', doc([...wordEntries, 'EncryptedPackage'])],
    ['an OLE2 header only', 'cv.doc', doc().subarray(0, 512)],
    ['eight bytes', 'cv.doc', doc().subarray(0, 8)],
  ])('%s', async (_, name, content) => {
    expect(await inspectResume(name, content)).toBeUndefined();
  });

  test('a circular directory', async () => {
    const circle = doc();
    circle.writeUInt32LE(1, 512 + 8);
    expect(await inspectResume('cv.doc', circle)).toBeUndefined();
  });
});

test('accepts the maximum numbers of entries and relationships', async () => {
  const most = docx({ entries: Array.from({ length: 1996 }, (_, index) => ({ name: `word/${index}` })) });
  expect(await inspectResume('cv.docx', most)).toEqual({ type: 'docx', cautions: [] });
  const relationships = docx({
    entries: Array.from({ length: 4 }, (_, index) => ({
      name: `word/_rels/${index}.rels`,
      content: `<a>${words(1_000_000)}</a>`,
    })),
  });
  expect(await inspectResume('cv.docx', relationships)).toEqual({ type: 'docx', cautions: [] });
});
