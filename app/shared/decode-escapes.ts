/** Decodes the percent escapes of a URL's part. Text that cannot be decoded, such as `100%`, stays as it is. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
