import { describe, expect, test } from 'vitest';
import { RefusedError } from '../../terminal/refused-error.ts';
import { createExportFile, exportOf } from './export.fixture.ts';
import { type ExportItem, readExport } from './export-reader.ts';

const partsOf = async (text: string | Uint8Array) => {
  await using file = await createExportFile(text);
  return await Array.fromAsync(readExport(file.path));
};
const itemsOf = async (text: string | Uint8Array) =>
  (await partsOf(text)).filter((part): part is ExportItem => part.kind === 'item');

/** A minimal export of other generators: without namespaces and without CDATA. */
const bare = (inside: string, head = '<?xml version="1.0"?>') =>
  `${head}<rss><channel><wp:wxr_version>1.1</wp:wxr_version>${inside}</channel></rss>`;

describe('an export is read', () => {
  test('with the site, its authors and its items, in the order of the file', async () => {
    const [author, site, item] = await partsOf(
      exportOf([{ id: 7, terms: ['post_tag:cloud:Cloud'], meta: { _wp_old_slug: ['a', 'b'], _edit_lock: '1' } }]),
    );
    expect(author).toEqual({ kind: 'author', login: 'ada', displayName: 'Ada One', firstName: '', lastName: '' });
    expect(site).toEqual({ kind: 'site', url: 'https://old.example', date: 'Sat, 01 Jun 2024 08:00:00 +0000' });
    expect(item).toMatchObject({
      id: '7',
      type: 'post',
      status: 'publish',
      name: 'post-7',
      content: '<p>Words.</p>',
      terms: [{ taxonomy: 'post_tag', slug: 'cloud', name: 'Cloud' }],
      meta: [
        { key: '_wp_old_slug', value: 'a' },
        { key: '_wp_old_slug', value: 'b' },
      ],
    });
  });

  test('joining split CDATA sections', async () => {
    const content = 'if (a[b[0]]>1) <![CDATA[ in a text ]]> and on';
    const [item] = await itemsOf(exportOf([{ id: 1, content }]));
    expect(item?.content).toBe(content);
  });

  test('with HTML entities outside of CDATA', async () => {
    const [item] = await itemsOf(bare('<item><title>Caf&eacute;&nbsp;&hellip; AT&amp;T &#8217;s</title></item>'));
    expect(item?.title).toBe('Café\u00A0… AT&T ’s');
  });

  test('without control characters that XML forbids', async () => {
    const [item] = await itemsOf(exportOf([{ id: 1, content: 'a\u0008b\u000Bc\uFFFEd' }]));
    expect(item?.content).toBe('abcd');
  });

  test('without the texts of comments', async () => {
    const comment = '<wp:comment><wp:comment_content><![CDATA[Nice <b>post</b>]]></wp:comment_content></wp:comment>';
    const [item] = await itemsOf(exportOf([{ id: 1, more: comment.repeat(3) }]));
    expect(item?.comments).toBe(3);
  });

  test.each([
    ['a byte order mark', '\uFEFF<?xml version="1.0"?>'],
    ['a declaration of another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?>'],
  ])('as UTF-8 with %s', async (_, head) => {
    const [item] = await itemsOf(bare('<item><title>Ärger</title></item>', head));
    expect(item?.title).toBe('Ärger');
  });
});

describe('an invalid export is refused', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>`;
  test.each([
    [
      'a feed',
      '<rss><channel><title>Feed</title></channel></rss>',
      /export\.xml is not a WordPress export: it has no <wp:wxr_version>/u,
    ],
    ['a page', '<!doctype html><html></html>', /export\.xml, line 1, column \d+: incorrect syntax/u],
    ['an empty file', '', /document|root|no <wp:wxr_version>/u],
    [
      'an entity bomb',
      bare('<item><title>&lol2;</title></item>', bomb),
      /export\.xml, line 1, column \d+: a document type declaration/u,
    ],
    [
      'an external entity',
      bare('', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /document type declaration/u,
    ],
    ['an entity that nobody knows', bare('<item><title>&lol;</title></item>'), /undefined entity/u],
    [
      'a file that was cut off',
      exportOf([{ id: 1 }]).slice(0, -60),
      /ends inside of <[\w:]+>: the export was cut off/u,
    ],
    ['tags that do not match', bare('<item><title>a</item>'), /export\.xml, line 1, column \d+: .*(?:tag|close)/u],
    [
      'bytes that are not UTF-8',
      Buffer.from(bare('<item><title>\xff\xfe</title></item>'), 'latin1'),
      /not valid UTF-8/u,
    ],
  ])('%s', async (_, text, message) => {
    const error = await partsOf(text).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as RefusedError).message).toMatch(message);
    expect((error as RefusedError).message).not.toContain('\n');
  });
});
