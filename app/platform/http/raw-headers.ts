/** The headers of a request without a body that select its cached response. */
export interface CacheHeaders {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/**
 * Reads the headers that select a cached response from the raw headers. `IncomingMessage.headers` would parse all of them
 * first, which takes a tenth of the total time of such a response.
 * @param rawHeaders alternating names and values, as in `IncomingMessage.rawHeaders`
 * @returns undefined for a request that has a body or repeats one of these headers: the application handles it
 */
export function readCacheHeaders(rawHeaders: readonly string[]): CacheHeaders | undefined {
  const read: CacheHeaders = { acceptEncoding: undefined, ifNoneMatch: undefined };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (isNamed(name, 'accept-encoding')) {
      if (read.acceptEncoding !== undefined) return undefined;
      read.acceptEncoding = rawHeaders[index + 1];
    } else if (isNamed(name, 'if-none-match')) {
      if (read.ifNoneMatch !== undefined) return undefined;
      read.ifNoneMatch = rawHeaders[index + 1];
    } else if (announcesBody(name)) return undefined;
  }
  return read;
}

/** Whether a request has a body, however short (RFC 9112, 6.3). */
export const hasBody = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.some((text, index) => index % 2 === 0 && announcesBody(text));

const announcesBody = (name: string) => isNamed(name, 'content-length') || isNamed(name, 'transfer-encoding');

/** Compares the length first, because most names differ in it. */
const isNamed = (name: string, lowerCase: string) =>
  name.length === lowerCase.length && name.toLowerCase() === lowerCase;
