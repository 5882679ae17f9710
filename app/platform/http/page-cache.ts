import { createByteBoundedCache } from './byte-bounded-cache.ts';
import { redirectMaxAge } from './canonical-path.ts';
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

/** The part of a request that the cache reads; `IncomingMessage` of `node:http` satisfies it. */
export interface CacheRequest {
  readonly method?: string | undefined;
  /** The request target as it was sent: path and query. */
  readonly url?: string | undefined;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
}

/** A complete response that only needs to be written to the connection. */
export interface ReadyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent in responses to HEAD and in 304. */
  readonly body: Bytes | undefined;
}

/** Many URLs that share one response, such as the page of all unknown paths, cached once: strangers cannot fill the cache with it. */
export interface SharedRendering {
  /** The cache key; never the key of a URL. */
  readonly sharedKey: string;
  readonly render: () => Promise<Response>;
}

export type RenderPage = () => Promise<Response | SharedRendering>;

/** Any cache may store a page but must revalidate it each time, because the content can change at any time. */
export const revalidate = 'public, max-age=0, must-revalidate';

/** The `Cache-Control` of a response whose route did not set one. */
function policyOf(status: number): string {
  if (status === 200 || status === 404 || status === 410) return revalidate;
  if (status === 301 || status === 308) return `public, max-age=${redirectMaxAge}`;
  return 'no-store';
}

/** Bound of the keys that wait to be recompressed. */
const maxImprovements = 1000;

/** Bound of the recompressed bodies that are retained: some 200 pages. Most of them are in the cache, and take no further memory. */
const maxImprovedBytes = 4 * 1024 * 1024;

interface PageCacheOptions {
  /** Bound of all cached responses, with their keys and headers. */
  readonly maxBytes: number;
  /** Whether a page is requested often enough to be recompressed at the best quality while the server is idle. */
  readonly isCommon: (key: string) => boolean;
  /** Whether a visitor is being served. */
  readonly isBusy: () => boolean;
  /** Adds the headers that every response has, once per rendering: on each response they would cost more than the rest of serving it. */
  readonly complete: (headers: Headers) => void;
}

/** Caches rendered pages, so that each page is rendered at most once per version of the content. */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #cache: ReturnType<typeof createByteBoundedCache<Representation>>;
  readonly #improvements = createIdleQueue({
    maxKeys: maxImprovements,
    isBusy: () => this.#options.isBusy(),
    work: (key) => this.#improve(key),
  });
  /** Recompressed bodies, which outlive a change of the content: few pages change with it, and each takes some 100 ms. */
  readonly #improved = createByteBoundedCache<Pick<Rendering, 'digest' | 'body'>>({
    maxBytes: maxImprovedBytes,
    sizeOf: ({ body }) => body.byteLength,
  });
  #running = new RunningWork();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#cache = createByteBoundedCache({ maxBytes: options.maxBytes, sizeOf: sizeOfRepresentation });
  }

  /**
   * Finds the response to a request by its unparsed target. Returns undefined for a target that is not the normalised URL of
   * a cached page and for a request with a body; `respond` serves those. Every response found went through the whole
   * application as a GET before.
   */
  lookup({ method, url, rawHeaders }: CacheRequest): ReadyResponse | undefined {
    if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const headers = readCacheHeaders(rawHeaders);
    const found = headers && this.#cache.get(slotOf(url, chooseEncoding(headers.acceptEncoding)));
    return found && readyResponse(found, method, headers.ifNoneMatch);
  }

  /**
   * Responds from the cache, or renders and caches. Requests for a page that arrive while it is being rendered share that
   * rendering. Only the encoding that the request negotiates is produced.
   * @param key the page's normalised URL, from `pageCacheKey`
   * @param render renders the page of that URL. It must not depend on anything else in the request (cookies, other
   *   parameters, its abort signal), because other visitors get the same result. A 200 is cached unless it sets a cookie
   *   or is `no-store`; a shared rendering is cached with any status
   * @param extra headers of this response only, by lower-case name
   */
  async respond(
    request: Request,
    key: string,
    render: RenderPage,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const { method, headers } = request;
    const encoding = chooseEncoding(headers.get('accept-encoding'));
    const found = this.#cache.get(slotOf(key, encoding)) ?? (await this.#find(key, encoding, render));
    const ready = readyResponse(found, method, headers.get('if-none-match'));
    const response = new Response(ready.body, { status: ready.status, headers: { ...ready.headers, ...extra } });
    for (const cookie of found.cookies) response.headers.append('set-cookie', cookie);
    return response;
  }

  /** Drops every page. Call it when the content changes; renderings in progress are not cached. */
  clear(): void {
    this.#cache.clear();
    this.#improvements.clear();
    this.#running = new RunningWork();
  }

  /** Resolves when no cached page waits to be recompressed. */
  improved(): Promise<void> {
    return this.#improvements.idle();
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  async #improve(key: string): Promise<void> {
    const version = this.#running;
    const slot = slotOf(key, 'br');
    const found = this.#cache.get(slot);
    if (found?.encoding !== 'br') return;
    const body = await smallestBrotli(await decode(found.body, 'br'));
    if (body.byteLength >= found.body.byteLength) return;
    this.#improved.set(key, { digest: found.digest, body });
    this.#store(slot, represent(found, 'br', body), version);
  }

  async #find(key: string, encoding: ContentEncoding, render: RenderPage, isShared = false): Promise<Representation> {
    const slot = slotOf(key, encoding);
    const make = () => this.#make(key, encoding, render, isShared);
    return this.#cache.get(slot) ?? this.#running.share(this.#running.representations, slot, make);
  }

  async #make(key: string, encoding: ContentEncoding, render: RenderPage, isShared: boolean): Promise<Representation> {
    const version = this.#running;
    const rendering = (await this.#findDecoded(key)) ?? (await this.#renderOnce(key, render, isShared, version));
    if ('sharedKey' in rendering) return this.#find(rendering.sharedKey, encoding, rendering.render, true);
    const chosen = rendering.body.byteLength < minEncodedBytes ? 'identity' : encoding;
    const improved = chosen === 'br' ? this.#improved.get(key) : undefined;
    const best = improved?.digest === rendering.digest ? improved.body : undefined;
    const representation = represent(rendering, chosen, best ?? (await encode(rendering.body, chosen)));
    if (rendering.mayBeStored) {
      this.#store(slotOf(key, encoding), representation, version);
      if (chosen === 'br' && !best && this.#options.isCommon(key)) this.#improvements.add(key);
    }
    return representation;
  }

  /** Decodes a representation cached in another encoding: that costs less than rendering the page. */
  async #findDecoded(key: string): Promise<Rendering | undefined> {
    const found = contentEncodings.map((encoding) => this.#cache.get(slotOf(key, encoding))).find(Boolean);
    return found && { ...found, body: await decode(found.body, found.encoding) };
  }

  #renderOnce(key: string, render: RenderPage, isShared: boolean, version: RunningWork) {
    return version.share<Rendering | SharedRendering>(version.renderings, key, async () => {
      const rendered = await render();
      return rendered instanceof Response ? readRendering(rendered, isShared, this.#options.complete) : rendered;
    });
  }

  #store(slot: string, representation: Representation, version: RunningWork): void {
    if (version === this.#running) this.#cache.set(slot, representation);
  }
}

/** Unfinished work on one version of the content; concurrent requests for the same page share it. */
class RunningWork {
  readonly renderings = new Map<string, Promise<Rendering | SharedRendering>>();
  readonly representations = new Map<string, Promise<Representation>>();

  share<Result>(work: Map<string, Promise<Result>>, key: string, begin: () => Promise<Result>): Promise<Result> {
    return work.getOrInsertComputed(key, () => begin().finally(() => work.delete(key)));
  }
}

/** The cache key of a page in one encoding. Unambiguous because a URL contains no space. */
const slotOf = (key: string, encoding: ContentEncoding) => `${encoding} ${key}`;

/** A rendered page, unencoded and fully read, so that several requests can share it. */
interface Rendering {
  readonly status: number;
  /** Headers, without those of an encoding and without cookies. */
  readonly common: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Digest of the unencoded bytes. */
  readonly digest: string;
  readonly body: Bytes;
  readonly mayBeStored: boolean;
}

/** A page in one encoding, ready to be sent. */
interface Representation extends Rendering {
  readonly encoding: ContentEncoding;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param isShared whether the rendering is shared, and so cached with any status */
async function readRendering(
  response: Response,
  isShared: boolean,
  complete: (headers: Headers) => void,
): Promise<Rendering> {
  const body = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  // The headers of a redirect are immutable, those of a copy are not.
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
  // A precondition is evaluated only if the response would be 200 (RFC 9110, 13.2.1).
  if (mayBeStored && status === 200) headers.etag = entityTag(digest, encoding);
  return { ...rendering, encoding, body, headers };
}

/** Bytes of memory that a representation uses. Its `common` headers share nearly all their strings with `headers`. */
const sizeOfRepresentation = ({ body, headers }: Representation) =>
  body.buffer.byteLength + JSON.stringify(headers).length * 2;

function readyResponse(
  { status, headers, body }: Representation,
  method: string,
  ifNoneMatch: string | null | undefined,
): ReadyResponse {
  if (headers.etag && isNotModified(ifNoneMatch, headers.etag)) {
    // A browser adopts the headers of a 304, so it must have the page's own policy.
    const { 'content-length': _, 'content-encoding': __, ...validating } = headers;
    return { status: 304, headers: validating, body: undefined };
  }
  return { status, headers, body: method === 'HEAD' || body.byteLength === 0 ? undefined : body };
}
