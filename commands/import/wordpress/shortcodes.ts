import { decodeEscapes } from '../../../app/shared/decode-escapes.ts';
import { shortenToCharacters } from '../../../app/shared/shorten.ts';

/** A picture of WordPress's media library. */
export interface LibraryImage {
  url: string;
  alt: string;
}

/** External references of shortcodes. */
export interface ShortcodeContext {
  /** Returns a picture by the id of its attachment. */
  image(id: string): LibraryImage | undefined;
  /** Returns the pictures uploaded to this post, for a gallery that names none. */
  ownImages(): readonly LibraryImage[];
  /** Adds a footnote. @returns its id */
  addFootnote(html: string): string;
}

/** Shortcodes for code, from WordPress, its most used plug-ins and SyntaxHighlighter. */
const codeLanguages = new Set(
  'bash c code cpp csharp css diff go html java javascript js json kotlin perl php plain powershell python ruby rust scala shell sourcecode sql swift text ts typescript xml yaml'.split(
    ' ',
  ),
);

/** Shortcodes around the text of a footnote, of plug-ins for footnotes. */
const footnotes = new Set(['ref', 'footnote', 'fn', 'mfn', 'efn_note', 'efn-note']);

/** Shortcodes that play a file, with the attributes that may name it, in order of preference. */
const media: ReadonlyMap<string, readonly string[]> = new Map([
  ['audio', ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac']],
  ['video', ['src', 'mp4', 'm4v', 'webm', 'ogv']],
  ['youtube', ['url', 'src']],
  ['vimeo', ['url', 'src']],
  ['vc_video', ['link']],
  ['et_pb_video', ['src']],
]);

/** Shortcodes of page builders for pictures of the media library, with the attribute that has their ids. */
const builderPictures: ReadonlyMap<string, string> = new Map([
  ['vc_single_image', 'image'],
  ['vc_gallery', 'images'],
  ['et_pb_gallery', 'gallery_ids'],
]);

/** Shortcodes for buttons, with the attributes that may have the label and the URL, in order of preference. */
const buttonName = /(?:^|_)(?:btn|button)$/u;
const labels = ['button_text', 'text', 'title', 'label'];
const urls = ['button_url', 'url', 'href', 'link'];

/** Attributes with the heading of a part of a page builder, such as one that opens on a click, in order of preference. */
const headings = ['title', 'heading', 'main_heading', 'h2'];

/** Matches attributes with an author's text, and values that are only settings. */
const textAttribute =
  /^(?!admin_)(?:\w+_)?(?:title|text|heading|label|caption|author|name|description|content|quote|answer|h[1-6])$/u;
const setting = /^(?:[^\p{L}/]*|\w*_\w*|on|off|yes|no|true|false|none|left|right|center|light|dark)$/iu;

/** Maximum number of characters of a lost text in the report. */
const maxReported = 80;

/** A shortcode, one in doubled brackets, or a tag of preformatted text, in which brackets are literal. Bounded, so that no text is slow. */
const token = /\[(\[?)(\/?)([a-z][\w-]{0,60})((?:\s[^[\]]{0,4000})?)\](\]?)|<(\/?)(pre|code)\b[^>]{0,1000}>/giu;

interface Shortcode {
  name: string;
  /** Unparsed attributes; empty for a closing tag. */
  attributes: string;
  closing: boolean;
  /** Whether it is in doubled brackets, which makes it text. */
  escaped: boolean;
  start: number;
  end: number;
  /** Index of its closing tag. */
  closedBy: number | undefined;
}

/**
 * Replaces shortcodes for captions, galleries, embeds, media and code by HTML. Removes the tags of all others, but not their
 * contents. Other text in brackets stays: an unknown name counts as a shortcode if it has a closing tag, attributes, or an
 * underscore, as in the names of page builders.
 * @param note receives each loss
 */
export function replaceShortcodes(html: string, context: ShortcodeContext, note: (change: string) => void): string {
  const codes = findShortcodes(html);
  let result = '';
  let at = 0;
  const depthOfCaption = new Set<number>();
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index];
    if (!code || code.start < at) continue;
    const { name, closedBy } = code;
    const closing = closedBy === undefined ? undefined : codes[closedBy];
    const attributes = readAttributes(code.attributes);
    const inner = closing ? html.slice(code.end, closing.start) : '';
    let replacement: string | undefined;
    let resumeAt = code.end;

    if (code.escaped) {
      replacement = html.slice(code.start + 1, code.end - 1);
    } else if (code.closing) {
      if (depthOfCaption.delete(index)) replacement = '</figure>';
      else replacement = gapOf(name);
    } else if (codeLanguages.has(name) && closing) {
      replacement = preformatted(inner, attributes.get('language') ?? attributes.get('lang') ?? name);
      resumeAt = closing.end;
    } else if ((name === 'caption' || name === 'wp_caption') && closing && closedBy !== undefined) {
      depthOfCaption.add(closedBy);
      const words = attributes.get('caption');
      replacement = `<figure>${words ? `<figcaption>${words}</figcaption>` : ''}`;
    } else if (name === 'vc_raw_html' && closing) {
      // WPBakery stores HTML as Base64.
      replacement = `\n\n${decodeEscapes(Buffer.from(inner, 'base64').toString())}\n\n`;
      resumeAt = closing.end;
    } else if (name === 'vc_custom_heading' && attributes.has('text')) {
      replacement = `\n\n<h2>${escapeHtml(attributes.get('text') ?? '')}</h2>\n\n`;
    } else if (footnotes.has(name) && closing) {
      const id = context.addFootnote(replaceShortcodes(inner, context, note));
      replacement = `<sup data-fn="${id}"></sup>`;
      resumeAt = closing.end;
    } else if (buttonName.test(name) && (isKnown(code) || attributes.size > 0)) {
      const label = replaceShortcodes(inner, context, note).trim();
      replacement = gapOf(name) + button(attributes, label) + gapOf(name);
      if (closing) resumeAt = closing.end;
    } else if (name === 'et_pb_image' && attributes.has('src')) {
      replacement = pictures([{ url: attributes.get('src') ?? '', alt: attributes.get('alt') ?? '' }]);
    } else if (name === 'gallery' || attributes.has(builderPictures.get(name) ?? '')) {
      const title = name === 'gallery' ? '' : headingIn(attributes);
      replacement = title + gallery(attributes, builderPictures.get(name) ?? 'ids', context, note);
    } else if (name === 'embed' && closing) {
      replacement = linkParagraph(inner.trim());
      resumeAt = closing.end;
    } else if (media.has(name)) {
      const source =
        media
          .get(name)
          ?.map((attribute) => attributes.get(attribute))
          .find(Boolean) ?? inner.trim();
      replacement = linkParagraph(source);
      if (closing) resumeAt = closing.end;
    } else if (isKnown(code) || attributes.size > 0) {
      const heading = isKnown(code) ? headingIn(attributes) : '';
      replacement = heading || gapOf(name);
      note(`shortcode [${name}] removed${lostTexts(attributes, heading !== '')}`);
    }

    if (replacement === undefined) continue;
    result += html.slice(at, code.start) + replacement;
    at = resumeAt;
  }
  return result + html.slice(at);
}

const isKnown = ({ closedBy, name }: Shortcode) => closedBy !== undefined || name.includes('_');

/** Tags of page builders are blocks; others may occur within a sentence. */
const gapOf = (name: string) => (name.includes('_') ? '\n\n' : '');

/** Returns the link of a button. @param inner HTML of its label; empty where an attribute has the label */
function button(attributes: ReadonlyMap<string, string>, inner: string): string {
  const url = firstText(attributes, urls) ?? '';
  // WPBakery stores the parts of a link escaped.
  const [, escaped] = /^url:([^|]*)/u.exec(url) ?? [];
  const href = escaped === undefined ? url : decodeEscapes(escaped);
  const label = inner || escapeHtml(firstText(attributes, labels) ?? href);
  return href ? `<a href="${escapeHtml(href)}">${label}</a>` : label;
}

function headingIn(attributes: ReadonlyMap<string, string>): string {
  const text = firstText(attributes, headings);
  return text === undefined ? '' : `\n\n<h3>${escapeHtml(text)}</h3>\n\n`;
}

/** Returns the first text of some attributes that is no setting. */
const firstText = (attributes: ReadonlyMap<string, string>, names: readonly string[]) =>
  names.map((name) => attributes.get(name)).find((value) => value !== undefined && !setting.test(value));

/** Describes the texts in attributes for the report. @param hasHeading whether the heading is not lost */
function lostTexts(attributes: ReadonlyMap<string, string>, hasHeading: boolean): string {
  const heading = hasHeading ? firstText(attributes, headings) : undefined;
  const lost = [...attributes].filter(
    ([name, value]) => textAttribute.test(name) && value !== heading && !setting.test(value),
  );
  const described = lost.map(([name, value]) => `${name} ${JSON.stringify(shortenToCharacters(value, maxReported))}`);
  return described.length > 0 ? `, with its ${described.join(', ')}` : '';
}

/** Finds all shortcodes outside of preformatted text and pairs opening and closing tags. A closing tag without a pair is text. */
function findShortcodes(html: string): Shortcode[] {
  const found: Shortcode[] = [];
  const open = new Map<string, number[]>();
  let preformattedIn: string | undefined;
  for (const match of html.matchAll(token)) {
    const [whole, bracket, slash, name = '', attributes = '', lastBracket, tagSlash, tag] = match;
    if (tag) {
      if (preformattedIn === undefined && !tagSlash) preformattedIn = tag.toLowerCase();
      else if (tagSlash && preformattedIn === tag.toLowerCase()) preformattedIn = undefined;
      continue;
    }
    if (preformattedIn !== undefined) continue;
    const escaped = Boolean(bracket && lastBracket);
    const start = match.index + (bracket && !escaped ? 1 : 0);
    const end = match.index + whole.length - (lastBracket && !escaped ? 1 : 0);
    const code: Shortcode = {
      name: name.toLowerCase(),
      attributes,
      closing: Boolean(slash),
      escaped,
      start,
      end,
      closedBy: undefined,
    };
    if (!escaped && code.closing) {
      const opening = open.get(code.name)?.pop();
      const partner = opening === undefined ? undefined : found[opening];
      if (!partner) continue;
      partner.closedBy = found.length;
    } else if (!escaped && !attributes.trimEnd().endsWith('/')) {
      open.getOrInsert(code.name, []).push(found.length);
    }
    found.push(code);
  }
  return found;
}

function readAttributes(text: string): Map<string, string> {
  // An editor may have turned quotes into entities or typographic quotes.
  const plain = text.replace(/&quot;|&#822[01];|[“”″]/gu, '"').replace(/&#821[67];|[‘’]/gu, "'");
  const pairs = plain.matchAll(/([\w-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gu);
  const attributes = new Map([...pairs].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? '']));
  const bare = /^\s*(https?:\/\/\S+)/u.exec(plain)?.[1];
  if (bare) attributes.set('src', bare);
  return attributes;
}

function gallery(
  attributes: ReadonlyMap<string, string>,
  attributeOfIds: string,
  context: ShortcodeContext,
  note: (change: string) => void,
): string {
  const ids = (attributes.get(attributeOfIds) ?? attributes.get('include') ?? '').split(/[\s,]+/u).filter(Boolean);
  const images = ids.length > 0 ? ids.flatMap((id) => context.image(id) ?? []) : context.ownImages();
  if (images.length === 0 || images.length < ids.length) {
    const missing = ids.filter((id) => !context.image(id)).join(', ');
    note(`pictures of a gallery left out: the export does not have ${missing ? `attachment ${missing}` : 'them'}`);
  }
  return pictures(images);
}

function pictures(images: readonly LibraryImage[]): string {
  const figures = images.map(
    ({ url, alt }) => `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></figure>`,
  );
  return `\n\n<figure>${figures.join('')}</figure>\n\n`;
}

function preformatted(inner: string, language: string): string {
  // Some plug-ins store code escaped, some as typed.
  const text = /&(?:lt|gt|amp);/u.test(inner) ? inner : escapeHtml(inner);
  const isLanguage = !['code', 'sourcecode', 'plain', 'text'].includes(language);
  return `\n\n<pre><code${isLanguage ? ` class="language-${escapeHtml(language)}"` : ''}>${text.replace(/^\r?\n/u, '')}</code></pre>\n\n`;
}

const linkParagraph = (url: string) =>
  url ? `\n\n<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>\n\n` : '';

const escapeHtml = (text: string) =>
  text
    .replace(/&(?!#?\w+;)/gu, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
