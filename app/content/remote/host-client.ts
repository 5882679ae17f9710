import { setTimeout as pause } from 'node:timers/promises';
import { HostResponseError } from '../../features/articles/host-article.server.ts';
import { api } from '../../paths.ts';
import { readAtMost } from '../../platform/http/read-at-most.ts';
import { shortenToCharacters } from '../../shared/shorten.ts';

/** Why a request to a content host failed: `unreachable` without a connection, `broken` when an open one breaks off. */
export type HostFailureKind =
  | 'unreachable'
  | 'broken'
  | 'slow'
  | 'trickling'
  | 'status'
  | 'redirect'
  | 'large'
  | 'malformed';

/** A request to a content host failed. The message names the request and contains nothing that the host sent. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure';
  readonly kind: HostFailureKind;
  /** Status of the response, if there was one. */
  readonly status: number | undefined;
  /** Whether the host does not have the endpoint at all: its 404 has no error code of an endpoint. */
  readonly isUnknownEndpoint: boolean;
  /** Time after which the host wants to be asked again, ms (RFC 9110, 10.2.3). */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: HostFailureKind,
    message: string,
    {
      status,
      cause,
      isUnknownEndpoint = false,
      retryAfterMs,
    }: { status?: number; cause?: unknown; isUnknownEndpoint?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.isUnknownEndpoint = isUnknownEndpoint;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Number of consecutive requests of one kind that may fail before a probe shows whether the host is down. */
const maxFailures = 5;

/** Whether the same request may succeed soon: not if PHP crashes, which is a 500. */
const mayPass = ({ kind, status }: HostFailure): boolean =>
  ['unreachable', 'broken', 'slow'].includes(kind) || [429, 502, 503, 504].includes(status ?? 0);

/** Whether a failure means that further requests would fail too. */
const isUnavailable = (failure: HostFailure): boolean => mayPass(failure) || (failure.status ?? 0) >= 500;

/** Pause before a repeated request if the host names none, ms, and the longest one. For an update, WordPress names ten minutes. */
const defaultPauseMs = 1000;
const maxPauseMs = 60_000;

/** Whether an error may concern only the requested item, which can be broken permanently while the host sends all others. */
export const concernsOneItem = (error: unknown): error is HostFailure | HostResponseError =>
  error instanceof HostResponseError || (error instanceof HostFailure && error.kind !== 'unreachable');

export type HostClient = ReturnType<typeof createHostClient>;
type Parameters = Readonly<Record<string, string>>;

/** Timeout from the first byte sent to the last one received, redirects included; of a file to the first one received. */
const timeoutMs = 3000;

/** Minimum rate of a file, 512 kbit/s, which bounds the time of a download: one of 10 MB ends within 163 seconds. */
const minBytesPerSecond = 64 * 1024;

/** Maximum size of a decompressed response, bytes. A hundred cards take 60 KB, a very long article 500 KB. */
const maxResponseBytes = 5 * 1024 * 1024;

const maxRedirects = 3;

/** Maximum number of characters of a path in a message. */
const maxPathCharacters = 200;

const maxErrorBytes = 10_000;

/** WordPress's error code for an unknown endpoint, as opposed to an unknown article. */
const noRouteCode = 'rest_no_route';

const noRouteAdvice = ` ${noRouteCode}: this WordPress has no such endpoint; install and activate the plugin "Website Content" there (integrations/wordpress/website-content.php, docs/guides/wordpress.md)`;

/** Codes of errors on an open connection. They may concern a single article, for which PHP crashes; without a connection, all requests fail. */
const breakCode = /^(?:UND_ERR_|ECONNRESET|EPIPE)/u;

const userAgent = 'content host client';

/**
 * Sends requests to an outside content host. Every misbehaviour of the host results in a `HostFailure` within the timeout.
 * @param origin public origin of the host
 */
export function createHostClient(origin: string) {
  const closing = new AbortController();
  /** Sends a request and reads the whole body within the limits. @param bytesPerSecond minimum rate beyond the timeout */
  const request = async (
    url: URL,
    headers: Readonly<Record<string, string>>,
    { maxBytes, bytesPerSecond = Number.POSITIVE_INFINITY }: { maxBytes: number; bytesPerSecond?: number },
  ) => {
    const name = `GET ${shortenToCharacters(url.pathname, maxPathCharacters)}`;
    using pace = createPace(bytesPerSecond);
    let hasHead = false;
    const signal = AbortSignal.any([pace.signal, closing.signal]);
    try {
      const response = await follow(url, headers, signal, name);
      hasHead = true;
      if (!response.ok) throw await failureOf(response, name);
      return { name, headers: response.headers, bytes: await readBody(pace.count(response.body), maxBytes, name) };
    } catch (error) {
      if (error instanceof HostFailure) throw error;
      if (closing.signal.aborted) throw new HostFailure('unreachable', `${name} was aborted`);
      if (signal.aborted && pace.hasBegun() && Number.isFinite(bytesPerSecond))
        throw new HostFailure('trickling', `${name} brought fewer than ${bytesPerSecond} bytes a second`);
      if (signal.aborted) throw new HostFailure('slow', `${name} took longer than ${timeoutMs} ms`);
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      const reason = code ?? message;
      throw hasHead || breakCode.test(reason)
        ? new HostFailure('broken', `${name} broke off (${reason})`, { cause: error })
        : new HostFailure('unreachable', `${name} could not be sent (${reason})`, { cause: error });
    }
  };

  const requestJson = async (path: string, parameters: Parameters, conditions = {}) => {
    const url = new URL(path, origin);
    url.search = String(new URLSearchParams(parameters));
    const accept = { accept: 'application/json', ...conditions };
    const { name, headers, bytes } = await request(url, accept, { maxBytes: maxResponseBytes });
    const total = Number(headers.get('x-total-count') ?? headers.get('x-wp-total') ?? Number.NaN);
    return {
      /** Parsed JSON; the caller validates it. */
      body: parse(bytes, name),
      /** From `X-Total-Count`, or WordPress's own `X-WP-Total`. */
      total: Number.isSafeInteger(total) && total >= 0 ? total : undefined,
      /** Entity tag, for a conditional request. */
      tag: headers.get('etag') ?? undefined,
    };
  };

  return {
    origin,
    /** Aborts pending requests; later ones fail as `unreachable`. */
    close: () => closing.abort(),
    /** Requests an endpoint (Specification 7). @param parameters empty values are sent too: to some endpoints they mean "all" */
    request: (path: string, parameters: Parameters = {}) => requestJson(path, parameters),
    /** Requests an endpoint whose response may be cached under a tag (RFC 9110, 13.1.2). @returns undefined if it has not changed */
    async revalidate(path: string, parameters: Parameters, tag: string) {
      try {
        return await requestJson(path, parameters, { 'if-none-match': tag });
      } catch (error) {
        if (error instanceof HostFailure && error.status === 304) return undefined;
        throw error;
      }
    },
    /** Requests a part of a list, a second time where the first fails for the moment: without it, all other parts are lost. */
    async requestPart(path: string, parameters: Parameters) {
      try {
        return await requestJson(path, parameters);
      } catch (error) {
        if (!(error instanceof HostFailure && mayPass(error))) throw error;
        const pauseMs = Math.min(error.retryAfterMs ?? defaultPauseMs, maxPauseMs);
        await pause(pauseMs, undefined, { signal: closing.signal });
        return requestJson(path, parameters);
      }
    },
    /** Requests the shortest list (Specification 7). @throws HostFailure if the host is down, not if it has no such list */
    async probe(): Promise<void> {
      try {
        await requestJson(api.positionCategories, {});
      } catch (error) {
        if (!(error instanceof HostFailure) || isUnavailable(error)) throw error;
      }
    },
    /**
     * Downloads a file, for which the timeout grows with the bytes that arrive; below `minBytesPerSecond` it fails as `trickling`.
     * @param fileUrl absolute URL on the host itself; other hosts are never contacted
     * @returns the bytes and the media type, in lower case without parameters
     */
    async download(fileUrl: string, maxBytes: number) {
      const url = URL.parse(fileUrl);
      if (url?.origin !== origin) throw new HostFailure('redirect', 'It is at another origin than CONTENT_HOST');
      const { headers, bytes } = await request(
        url,
        { accept: 'image/*' },
        { maxBytes, bytesPerSecond: minBytesPerSecond },
      );
      return { bytes, type: headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '' };
    },
  };
}

/** Counts consecutive failures of requests of one kind, to notice when the host goes down. */
export function createFailureCount(client: HostClient) {
  let failures = 0;
  return {
    reset: () => {
      failures = 0;
    },
    /** @throws HostFailure if the host is down */
    async add(): Promise<void> {
      failures += 1;
      if (failures <= maxFailures) return;
      await client.probe();
      failures = 0;
    },
  };
}

/** Aborts a request that takes longer than the timeout and the time that its bytes may take. */
function createPace(bytesPerSecond: number) {
  const controller = new AbortController();
  const begun = performance.now();
  let bytes = 0;
  const msLeft = () => begun + timeoutMs + (bytes / bytesPerSecond) * 1000 - performance.now();
  let timer = setTimeout(check, timeoutMs);
  function check() {
    if (msLeft() <= 0) controller.abort();
    else timer = setTimeout(check, msLeft());
  }
  return {
    signal: controller.signal,
    hasBegun: () => bytes > 0,
    async *count(body: Response['body']) {
      for await (const chunk of body ?? []) {
        bytes += chunk.byteLength;
        yield chunk;
      }
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** Sends a request and follows redirects on the same host. */
async function follow(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  name: string,
): Promise<Response> {
  let target = url;
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
    if (next?.origin !== url.origin)
      throw new HostFailure('redirect', `${name} led to another origin than CONTENT_HOST`);
    target = next;
  }
  throw new HostFailure('redirect', `${name} led on more than ${maxRedirects} times`);
}

/** Discards the body of an error. */
async function failureOf(response: Response, name: string): Promise<HostFailure> {
  const { status } = response;
  const code = status === 404 ? await codeOf(response, name) : undefined;
  const hasNoRoute = code === noRouteCode;
  await response.body?.cancel().catch(() => {});
  return new HostFailure('status', `${name} failed with status ${status}${hasNoRoute ? noRouteAdvice : ''}`, {
    status,
    isUnknownEndpoint: status === 404 && (code === undefined || hasNoRoute),
    retryAfterMs: pauseIn(response.headers.get('retry-after')),
  });
}

/** Reads `Retry-After`, which is a number of seconds or a date; undefined if it is neither. */
function pauseIn(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/u.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

async function readBody(body: AsyncIterable<Uint8Array> | null, maxBytes: number, name: string): Promise<Uint8Array> {
  const bytes = await readAtMost(body, maxBytes);
  if (!bytes) throw new HostFailure('large', `${name} returned more than ${maxBytes} bytes`);
  return bytes;
}

/** Reads WordPress's error code from a response; undefined if there is none. */
async function codeOf(response: Response, name: string): Promise<unknown> {
  try {
    return (parse(await readBody(response.body, maxErrorBytes, name), name) as { code?: unknown } | null)?.code;
  } catch (error) {
    if (error instanceof HostFailure) return undefined;
    throw error;
  }
}

function parse(bytes: Uint8Array, name: string): unknown {
  try {
    // The decoder removes the byte order mark that some plug-ins send.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new HostFailure('malformed', `${name} did not return JSON`, { cause });
  }
}
