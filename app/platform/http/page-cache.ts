import { createByteBoundedCache } from './byte-bounded-cache.ts';
import {
  type Bytes,
  type ContentEncoding,
  chooseEncoding,
  contentEncodings,
  decode,
  encode,
  minEncodedBytes,
  smallestBrotli,
} from './content-encoding.ts';
import { createIdleQueue } from './idle-queue.ts';
import { readCacheHeaders } from './raw-headers.ts';
import { digestOf, entityTag, isNotModified } from './validators.ts';

/** What the cache reads of a request; `IncomingMessage` of `node:http` has it. */
export interface CacheRequest {
  readonly method?: string | undefined;
  /** The request target as it was sent: path and query. */
  readonly url?: string | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** A response that needs nothing more than to be written. */
export interface ReadyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent in responses to HEAD and in 304. */
  readonly body: Bytes | undefined;
}

/**
 * Says that a URL's response is the same as that of other URLs, before it is rendered: the page of all unknown paths. It is
 * rendered and cached once for all of them, so that strangers cannot fill the cache with it.
 */
export interface SharedRendering {
  /** The key that it is cached under; no URL's own key. */
  readonly sharedKey: string;
  readonly render: () => Promise<Response>;
}

/** Renders one page. */
export type RenderPage = () => Promise<Response | SharedRendering>;

/** Caches rendered pages, so that a page is rendered at most once for each version of the content. */
export interface PageCache {
  /**
   * Finds the response to a request by its target, without parsing it: a target that is not the normalised URL of a cached
   * page has none, and goes the long way to `respond`; so does a request with a body. What is here came through the whole application as a GET before.
   */
  lookup(request: CacheRequest): ReadyResponse | undefined;
  /**
   * Responds from the cache, or renders and caches. Requests of one page that come while it is rendered share that
   * rendering. Only the encoding that the request negotiates is made.
   * @param key the page's normalised URL, from `pageCacheKey`
   * @param render renders the page of that URL. It must not depend on anything else of the request (cookies, other
   *   parameters, its abort signal): its result is sent to others. Cached is a 200 that sets no cookie and is not
   *   `no-store`, and what is declared as shared
   * @param extra headers of this response alone, by lower-case name
   */
  respond(
    request: Request,
    key: string,
    render: RenderPage,
    extra?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Drops every page. To be called when the content changes; what is being rendered meanwhile is not cached. */
  clear(): void;
  /** Resolves when no cached page waits for a better compression. */
  improved(): Promise<void>;
  /** Bytes in use. */
  readonly bytes: number;
  /** Responses that were cached when they were requested, and those that were not. */
  readonly hits: number;
  readonly misses: number;
}

/** May be stored anywhere, must be revalidated each time: a page may change, come or go with the content at any time. */
const revalidate = 'public, max-age=0, must-revalidate';

/** How long a permanent redirect may be remembered, in seconds: an hour, so that a change of the content heals by itself. */
const redirectMaxAge = 3600;

/** The `Cache-Control` of a response whose route did not set one. */
function policyOf(status: number): string {
  if (status === 200 || status === 404 || status === 410) return revalidate;
  if (status === 301 || status === 308) return `public, max-age=${redirectMaxAge}`;
  return 'no-store';
}

/** Keys that wait for a better compression. */
const maxImprovements = 1000;

/**
 * @param options.maxBytes bound of all cached responses, with their keys and headers
 * @param options.isCommon whether a page is requested so often that it is compressed as small as possible, later and
 *   while no visitor is being served
 * @param options.isBusy whether a visitor is being served
 * @param options.complete adds the headers that every response carries, once for each rendering: changing the headers of a
 *   response that is about to leave costs more than all the rest of it
 */
export function createPageCache(options: {
  maxBytes: number;
  isCommon: (key: string) => boolean;
  isBusy: () => boolean;
  complete: (headers: Headers) => void;
}): PageCache {
  const cache = createByteBoundedCache<Representation>({ maxBytes: options.maxBytes, sizeOf: sizeOfRepresentation });
  let running = new RunningWork();
  let hits = 0;
  let misses = 0;

  const store = (slot: string, representation: Representation, version: RunningWork) => {
    if (version === running) cache.put(slot, representation);
  };

  const improvements = createIdleQueue({
    maxKeys: maxImprovements,
    isBusy: options.isBusy,
    async work(key) {
      const version = running;
      const slot = slotOf(key, 'br');
      const found = cache.get(slot);
      if (found?.encoding !== 'br') return;
      const body = await smallestBrotli(await decode(found.body, 'br'));
      if (body.byteLength < found.body.byteLength) store(slot, represent(found, 'br', body), version);
    },
  });

  /** Finds a cached representation of another encoding: decoding it costs less than rendering the page. */
  const findDecoded = async (key: string): Promise<Rendering | undefined> => {
    const found = contentEncodings.map((encoding) => cache.get(slotOf(key, encoding))).find(Boolean);
    return found && { ...found, body: await decode(found.body, found.encoding) };
  };

  const renderOnce = (key: string, render: RenderPage, isShared: boolean, version: RunningWork) =>
    version.share<Rendering | SharedRendering>(version.renderings, key, async () => {
      const rendered = await render();
      return rendered instanceof Response ? readRendering(rendered, isShared, options.complete) : rendered;
    });

  const find = async (
    key: string,
    encoding: ContentEncoding,
    render: RenderPage,
    isShared = false,
  ): Promise<Representation> => {
    const slot = slotOf(key, encoding);
    return cache.get(slot) ?? running.share(running.representations, slot, () => make(key, encoding, render, isShared));
  };

  const make = async (
    key: string,
    encoding: ContentEncoding,
    render: RenderPage,
    isShared: boolean,
  ): Promise<Representation> => {
    const version = running;
    const rendering = (await findDecoded(key)) ?? (await renderOnce(key, render, isShared, version));
    if ('sharedKey' in rendering) return find(rendering.sharedKey, encoding, rendering.render, true);
    const chosen = rendering.body.byteLength < minEncodedBytes ? 'identity' : encoding;
    const representation = represent(rendering, chosen, await encode(rendering.body, chosen));
    if (rendering.mayBeStored) {
      store(slotOf(key, encoding), representation, version);
      if (chosen === 'br' && options.isCommon(key)) improvements.add(key);
    }
    return representation;
  };

  return {
    lookup({ method, url, rawHeaders }) {
      if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
      const headers = readCacheHeaders(rawHeaders);
      const found = headers && cache.get(slotOf(url, chooseEncoding(headers.acceptEncoding)));
      if (found) hits += 1;
      return found && readyResponse(found, method, headers.ifNoneMatch);
    },
    async respond(request, key, render, extra = {}) {
      const { method, headers } = request;
      const encoding = chooseEncoding(headers.get('accept-encoding'));
      const cached = cache.get(slotOf(key, encoding));
      if (cached) hits += 1;
      else misses += 1;
      const found = cached ?? (await find(key, encoding, render));
      const ready = readyResponse(found, method, headers.get('if-none-match'));
      const response = new Response(ready.body, { status: ready.status, headers: { ...ready.headers, ...extra } });
      for (const cookie of found.cookies) response.headers.append('set-cookie', cookie);
      return response;
    },
    clear() {
      cache.clear();
      improvements.clear();
      running = new RunningWork();
    },
    improved: improvements.idle,
    get bytes() {
      return cache.bytes;
    },
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
  };
}

/** Work on one version of the content that is not done yet; who asks for the same meanwhile shares it. */
class RunningWork {
  readonly renderings = new Map<string, Promise<Rendering | SharedRendering>>();
  readonly representations = new Map<string, Promise<Representation>>();

  share<Result>(work: Map<string, Promise<Result>>, key: string, begin: () => Promise<Result>): Promise<Result> {
    const shared = work.get(key);
    if (shared) return shared;
    const begun = begin().finally(() => work.delete(key));
    work.set(key, begun);
    return begun;
  }
}

/** Where a page is cached in one encoding. A space stands in no URL. */
const slotOf = (key: string, encoding: ContentEncoding) => `${encoding} ${key}`;

/** A rendered page in plain bytes, read to its end so that several requests can share it. */
interface Rendering {
  readonly status: number;
  /** Without those of an encoding and without cookies. */
  readonly common: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Of the plain bytes. */
  readonly digest: string;
  readonly body: Bytes;
  readonly mayBeStored: boolean;
}

/** A page in one encoding, ready to be sent. */
interface Representation extends Rendering {
  readonly encoding: ContentEncoding;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param isShared whether it is declared as shared, and so cached whatever its status is */
async function readRendering(
  response: Response,
  isShared: boolean,
  complete: (headers: Headers) => void,
): Promise<Rendering> {
  const body = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  // Those of a redirect cannot be changed, a copy's can.
  const headers = new Headers(response.headers);
  complete(headers);
  if (!headers.has('cache-control')) headers.set('cache-control', policyOf(status));
  const cookies = headers.getSetCookie();
  headers.delete('set-cookie');
  const isForEveryone = cookies.length === 0 && !headers.get('cache-control')?.includes('no-store');
  return {
    status,
    common: Object.fromEntries(headers),
    cookies,
    digest: digestOf(body),
    body,
    mayBeStored: isForEveryone && (status === 200 || isShared),
  };
}

/** @param body the rendering's bytes as encoded */
function represent(rendering: Rendering, encoding: ContentEncoding, body: Bytes): Representation {
  const { status, common, digest, mayBeStored } = rendering;
  const headers: Record<string, string> = { ...common };
  if (body.byteLength > 0) {
    if (encoding !== 'identity') headers['content-encoding'] = encoding;
    headers['content-length'] = String(body.byteLength);
    headers.vary = common.vary ? `${common.vary}, Accept-Encoding` : 'Accept-Encoding';
  }
  // A condition is looked at only where the response would be 200 (RFC 9110, 13.2.1).
  if (mayBeStored && status === 200) headers.etag = entityTag(digest, encoding);
  return { ...rendering, encoding, body, headers };
}

/** Bytes that a representation holds. Its common headers are the same strings as its headers, save for a few. */
const sizeOfRepresentation = ({ body, headers }: Representation) =>
  body.buffer.byteLength + JSON.stringify(headers).length * 2;

function readyResponse(
  { status, headers, body }: Representation,
  method: string,
  ifNoneMatch: string | null | undefined,
): ReadyResponse {
  if (headers.etag && isNotModified(ifNoneMatch, headers.etag)) {
    // A browser takes over the headers of a 304, so the page's own policy must be on it.
    const { 'content-length': _, 'content-encoding': __, ...validating } = headers;
    return { status: 304, headers: validating, body: undefined };
  }
  return { status, headers, body: method === 'HEAD' || body.byteLength === 0 ? undefined : body };
}
