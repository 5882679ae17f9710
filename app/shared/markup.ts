/** Escapes text for HTML, XML and SVG, including attributes. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"]/gu, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** Safe markup that is not escaped again. Only `markup` creates it. */
export interface Markup {
  readonly source: string;
}

/** A piece of a document. A string in it is text, and is escaped; attribute values are in double quotes. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  const sources = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return escapeMarkup(String(value));
    return 'source' in value ? value.source : value.map(({ source }) => source).join('');
  });
  return { source: parts.map((part, index) => part + (sources[index] ?? '')).join('') };
}
