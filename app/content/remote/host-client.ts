/** Why a content host gave no usable response. */
export type HostFailureKind = 'unreachable' | 'slow' | 'status' | 'redirect' | 'large' | 'malformed';

/** A call that failed. The message names the call; what the host said stays out of it. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure';
  readonly kind: HostFailureKind;
  /** Of a response that came. */
  readonly status: number | undefined;

  constructor(kind: HostFailureKind, message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
  }
}

/** Asks an outside content host. Every way in which it may misbehave ends in a `HostFailure`, within the time limit. */
export interface HostClient {
  /** Public origin of the host. */
  readonly origin: string;
  /**
   * Requests an endpoint of Specification 7.
   * @param parameters empty values are sent too: to some endpoints they mean "all"
   */
  call(path: string, parameters?: Readonly<Record<string, string>>): Promise<HostResponse>;
  /**
   * Requests an endpoint whose response may be cached.
   * @param tag of the cached response (RFC 9110, 13.1.2)
   * @returns undefined where it is as it was
   */
  callAgain(path: string, parameters: Readonly<Record<string, string>>, tag: string): Promise<HostResponse | undefined>;
  /**
   * Downloads a file.
   * @param address absolute, on the host itself: URLs on other hosts are never fetched
   */
  download(address: string, maxBytes: number): Promise<HostFile>;
  /** Aborts requests under way; later ones fail as `unreachable`. */
  close(): void;
}

export interface HostResponse {
  /** Parsed JSON; of what shape is for the caller to check. */
  body: unknown;
  /** From `X-Total-Count`, or `X-WP-Total` as WordPress itself calls it. */
  total: number | undefined;
  /** Entity tag, by which it can be asked for again. */
  tag: string | undefined;
}

export interface HostFile {
  bytes: Uint8Array;
  /** Media type in lower case without parameters. */
  type: string;
}

/** For a whole response, from the first byte sent to the last received, redirects included. */
const limitMs = 3000;

/** Bytes of a response, decompressed. A hundred cards take 60 KB, a very long article 500. */
const maxResponseBytes = 5 * 1024 * 1024;

const maxRedirects = 3;

/** Bytes of an error's body. */
const maxErrorBytes = 10_000;

/** By which WordPress says that it knows no such endpoint; an article that it does not have is another matter. */
const noRouteCode = 'rest_no_route';

const noRouteAdvice = ` ${noRouteCode}: this WordPress has no such endpoint; install and activate the plugin "Website Content" there (integrations/wordpress/website-content.php, docs/guides/wordpress.md)`;

const userAgent = 'content host client';

export function createHostClient(origin: string): HostClient {
  const closing = new AbortController();
  /** Reads a whole body within the limits. */
  const request = async (address: URL, headers: Readonly<Record<string, string>>, maxBytes: number) => {
    const name = `GET ${address.pathname}`;
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), closing.signal]);
    try {
      const response = await follow(address, headers, signal, name);
      if (!response.ok) {
        const { status } = response;
        const hasNoRoute = status === 404 && (await codeOf(response, name)) === noRouteCode;
        await response.body?.cancel().catch(() => {});
        throw new HostFailure('status', `${name} answered ${status}${hasNoRoute ? noRouteAdvice : ''}`, { status });
      }
      return { name, headers: response.headers, bytes: await readBody(response, maxBytes, name) };
    } catch (error) {
      if (error instanceof HostFailure) throw error;
      if (closing.signal.aborted) throw new HostFailure('unreachable', `${name} was given up`);
      if (signal.aborted) throw new HostFailure('slow', `${name} took longer than ${limitMs} ms`);
      throw new HostFailure('unreachable', `${name} could not be made`, { cause: error });
    }
  };

  const follow = async (
    address: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    name: string,
  ): Promise<Response> => {
    let target = address;
    for (let count = 0; count <= maxRedirects; count += 1) {
      const response = await fetch(target, {
        signal,
        redirect: 'manual',
        headers: { ...headers, 'user-agent': userAgent },
      });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      const next = URL.parse(location, target);
      if (next?.origin !== origin) throw new HostFailure('redirect', `${name} led to another host`);
      target = next;
    }
    throw new HostFailure('redirect', `${name} led on more than ${maxRedirects} times`);
  };

  const call = async (path: string, parameters: Readonly<Record<string, string>>, conditions = {}) => {
    const address = new URL(path, origin);
    address.search = String(new URLSearchParams(parameters));
    const accept = { accept: 'application/json', ...conditions };
    const { name, headers, bytes } = await request(address, accept, maxResponseBytes);
    const total = Number(headers.get('x-total-count') ?? headers.get('x-wp-total') ?? Number.NaN);
    return {
      body: parse(bytes, name),
      total: Number.isSafeInteger(total) && total >= 0 ? total : undefined,
      tag: headers.get('etag') ?? undefined,
    };
  };

  return {
    origin,
    close: () => closing.abort(),
    call: (path, parameters = {}) => call(path, parameters),
    async callAgain(path, parameters, tag) {
      try {
        return await call(path, parameters, { 'if-none-match': tag });
      } catch (error) {
        if (error instanceof HostFailure && error.status === 304) return undefined;
        throw error;
      }
    },
    async download(address, maxBytes) {
      const url = URL.parse(address);
      if (url?.origin !== origin) throw new HostFailure('redirect', 'A file of another host is not fetched');
      const { headers, bytes } = await request(url, { accept: 'image/*' }, maxBytes);
      return { bytes, type: headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '' };
    },
  };
}

/** Counts what arrives, not what the headers promise: they may lie, and compression may hide a thousandfold. */
async function readBody(response: Response, maxBytes: number, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (length > maxBytes) throw new HostFailure('large', `${name} answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** The code by which WordPress names an error; undefined where there is none. */
async function codeOf(response: Response, name: string): Promise<unknown> {
  try {
    return (parse(await readBody(response, maxErrorBytes, name), name) as { code?: unknown } | null)?.code;
  } catch (error) {
    if (error instanceof HostFailure) return undefined;
    throw error;
  }
}

function parse(bytes: Uint8Array, name: string): unknown {
  try {
    // A byte order mark, which some plug-ins send first, is dropped by the decoder.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new HostFailure('malformed', `${name} did not answer with JSON`, { cause });
  }
}
