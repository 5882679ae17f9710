import { createReadStream } from 'node:fs';
import { characterEntities } from 'character-entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { RefusedError } from '../../terminal/refused-error.ts';

/** The exported site, from the channel's fields; empty where the file omits them. */
interface ExportSite {
  kind: 'site';
  /** Public URL of the blog, without a trailing slash. */
  url: string;
  /** Date of the export in the file's notation. */
  date: string;
}

/** A term of an item, in a taxonomy such as `category`, `post_tag` or a custom one. */
export interface ExportTerm {
  taxonomy: string;
  slug: string;
  name: string;
}

/** A WordPress user, without the mailbox, which the import does not need. */
export interface ExportAuthor extends Record<TextOf<typeof authorFields>, string> {
  kind: 'author';
}

/** A post, a page, an attachment or anything else that WordPress stores as a post. Texts are unchanged. */
export interface ExportItem extends Record<TextOf<typeof itemFields>, string> {
  kind: 'item';
  terms: ExportTerm[];
  /** Values of the fields in `metaKeys`, in the order of the file. */
  meta: Record<TextOf<typeof metaFields>, string>[];
  comments: number;
}

type TextOf<Fields extends Record<string, string>> = Fields[keyof Fields];

type ExportPart = ExportSite | ExportAuthor | ExportItem;

const metaKeys = new Set(['_wp_old_slug', '_thumbnail_id', '_wp_attachment_image_alt', 'footnotes']);

/** Characters that XML 1.0 forbids in texts, but that WordPress writes when an author has pasted them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;

/** Fields of an item by the element with their text. */
const itemFields = {
  title: 'title',
  link: 'link',
  pubDate: 'pubDate',
  'dc:creator': 'creator',
  'content:encoded': 'content',
  'excerpt:encoded': 'excerpt',
  'wp:post_id': 'id',
  'wp:post_type': 'type',
  'wp:status': 'status',
  'wp:post_name': 'name',
  'wp:post_password': 'password',
  'wp:post_date': 'date',
  'wp:post_date_gmt': 'dateGmt',
  'wp:post_modified_gmt': 'modifiedGmt',
  'wp:post_parent': 'parent',
  'wp:attachment_url': 'attachmentUrl',
} as const;

const authorFields = {
  'wp:author_login': 'login',
  'wp:author_display_name': 'displayName',
  'wp:author_first_name': 'firstName',
  'wp:author_last_name': 'lastName',
} as const;

const metaFields = { 'wp:meta_key': 'key', 'wp:meta_value': 'value' } as const;

const siteFields = { 'wp:base_blog_url': 'blogUrl', link: 'link', pubDate: 'date' } as const;

const fields = { site: siteFields, author: authorFields, item: itemFields, meta: metaFields };

const sitePath = 'rss/channel';
const authorPath = `${sitePath}/wp:author`;
const itemPath = `${sitePath}/item`;
const metaPath = `${itemPath}/wp:postmeta`;
const termPath = `${itemPath}/category`;

/** Elements that have the fields as children. */
const parents = new Map<string, keyof typeof fields>([
  [sitePath, 'site'],
  [authorPath, 'author'],
  [itemPath, 'item'],
  [metaPath, 'meta'],
]);

/** Fields by the paths of the elements with their text; all other text, such as comments, is discarded at once. */
const fieldsByPath = new Map(
  [...parents].flatMap(([path, kind]) =>
    Object.entries(fields[kind]).map(([name, field]) => [`${path}/${name}`, { kind, field }]),
  ),
);

/** Elements whose text keeps its white space at both ends. */
const verbatim = new Set([`${itemPath}/content:encoded`, `${itemPath}/excerpt:encoded`, `${metaPath}/wp:meta_value`]);

/**
 * Reads a WordPress export (WXR 1.0 to 1.2) part by part, in the order of the file, and holds one item at a time. WordPress writes
 * texts in UTF-8, whatever encoding the file declares (`wxr_cdata`). Elements are recognised by their usual prefixes, which generators
 * write even where they forget to declare them. A file with a document type is refused.
 * @throws RefusedError, with file, line and column, when the file is not an export, is cut off or is not well-formed
 */
export async function* readExport(file: string): AsyncGenerator<ExportPart> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new SaxesParser();
  // Outside of CDATA, generators write HTML entities. Each expands to one or two characters, never to another entity.
  parser.ENTITIES = Object.assign(Object.create(null), characterEntities, parser.ENTITIES);

  const parts: ExportPart[] = [];
  const collector = createCollector((part) => parts.push(part));
  const fail = (message: string): never => {
    throw new RefusedError(`${file}, line ${parser.line}, column ${parser.column}: ${message}`);
  };
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /u, '')));
  parser.on('doctype', () => fail('a document type declaration is not accepted; no WordPress export has one'));
  parser.on('text', collector.text);
  parser.on('cdata', collector.text);
  parser.on('opentag', (tag) => collector.open(tag as SaxesTagPlain));
  parser.on('closetag', collector.close);
  const write = (text: string) => parser.write(text.replace(controlCharacters, ''));

  try {
    for await (const chunk of createReadStream(file)) {
      write(decoder.decode(chunk, { stream: true }));
      yield* parts.splice(0);
    }
    write(decoder.decode());
    const path = collector.path();
    if (path) fail(`the file ends inside of <${path.split('/').at(-1)}>: the export was cut off, make it again`);
    parser.close();
  } catch (error) {
    if (!(error instanceof TypeError) || (error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw error;
    fail('not valid UTF-8; the import takes the XML file of a WordPress export: unpack a ZIP first');
  }
  if (!collector.isExport()) throw new RefusedError(`${file} is not a WordPress export: it has no <wp:wxr_version>`);
  yield* parts;
}

/** Assembles parts from parser events. */
function createCollector(emit: (part: ExportPart) => void) {
  let path = '';
  const lengths: number[] = [];
  /** Text of the current element; undefined where it is not needed. */
  let text: string[] | undefined;
  let version = false;
  let isSiteEmitted = false;
  const texts = {
    site: emptyTexts(siteFields),
    author: emptyTexts(authorFields),
    item: emptyTexts(itemFields),
    meta: emptyTexts(metaFields),
  };
  let details = { terms: [] as ExportTerm[], meta: [] as ExportItem['meta'], comments: 0 };
  let term = { taxonomy: '', slug: '' };

  const emitSite = () => {
    const { blogUrl, link, date } = texts.site;
    if (!isSiteEmitted) emit({ kind: 'site', url: (blogUrl || link).replace(/\/+$/u, ''), date });
    isSiteEmitted = true;
  };

  const open = ({ name, attributes }: SaxesTagPlain) => {
    lengths.push(path.length);
    path += path ? `/${name}` : name;
    const kind = parents.get(path);
    if (kind) Object.assign(texts[kind], emptyTexts(fields[kind]));
    if (path === itemPath) {
      emitSite();
      details = { terms: [], meta: [], comments: 0 };
    } else if (path === `${itemPath}/wp:comment`) {
      details.comments += 1;
    } else if (path === termPath) {
      term = { taxonomy: attributes.domain ?? 'category', slug: attributes.nicename ?? '' };
    }
    const isOtherMeta = path === `${metaPath}/wp:meta_value` && !metaKeys.has(texts.meta.key);
    // Text beside child elements belongs to no field.
    text = (fieldsByPath.has(path) && !isOtherMeta) || path === termPath ? [] : undefined;
  };

  const close = () => {
    const target = fieldsByPath.get(path);
    const content = text?.join('') ?? '';
    const value = verbatim.has(path) ? content : content.trim();
    text = undefined;
    if (path === sitePath) {
      emitSite();
    } else if (path === authorPath) {
      emit({ kind: 'author', ...texts.author });
    } else if (path === itemPath) {
      emit({ kind: 'item', ...texts.item, ...details });
    } else if (path === metaPath) {
      if (metaKeys.has(texts.meta.key)) details.meta.push({ ...texts.meta });
    } else if (path === termPath) {
      details.terms.push({ ...term, name: value });
    } else if (path === `${sitePath}/wp:wxr_version`) {
      version = true;
    } else if (target) {
      Object.assign(texts[target.kind], { [target.field]: value });
    }
    path = path.slice(0, lengths.pop() ?? 0);
  };

  return {
    open,
    close,
    text: (part: string) => void text?.push(part),
    path: () => path,
    isExport: () => version,
  };
}

/** Every field of some elements, empty. */
const emptyTexts = <Fields extends Record<string, string>>(fields: Fields) =>
  Object.fromEntries(Object.values(fields).map((field) => [field, ''])) as Record<TextOf<Fields>, string>;
