/** Decodes the percent escapes in a part of a URL. Text that cannot be decoded, such as `100%`, is returned unchanged. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
