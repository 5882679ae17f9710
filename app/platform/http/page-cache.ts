import { createByteBoundedCache } from './byte-bounded-cache.ts';
import {
  type Bytes,
  type ContentEncoding,
  chooseEncoding,
  contentEncodings,
  encode,
  encodeSmallest,
} from './content-encoding.ts';
import { digestOf, entityTag, isNotModified } from './validators.ts';

/** A rendered page, ready to be sent: its bytes in each encoding, each with its headers. */
export interface StoredPage {
  readonly variants: Record<ContentEncoding, PageVariant>;
}

interface PageVariant {
  readonly body: Bytes;
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Keeps rendered pages, so that a page is rendered at most once for each version of the content. */
export interface PageCache {
  get(key: string): StoredPage | undefined;
  put(key: string, page: StoredPage): void;
  /** Lets go of every page. To be called when the content changes; what is being rendered meanwhile is not kept. */
  clear(): void;
  /**
   * Answers from the store, or renders and stores. Requests of one page that come while it is rendered share that
   * rendering.
   * @param key the page's normalised address, from `pageCacheKey`
   * @param extra headers of this answer alone, by lower-case name
   * @param render renders the page of that address. It must not depend on anything else of the request (cookies, other
   *   parameters, its abort signal): its result is sent to others. Kept is a 200 that sets no cookie and is not
   *   `no-store`.
   */
  answer(
    request: Request,
    key: string,
    render: () => Promise<Response>,
    extra?: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

/** May be kept anywhere, must be asked for again each time: a page may change with the content at any moment. */
const pagePolicy = 'public, max-age=0, must-revalidate';

/**
 * The normalised address of a page: its path, and of the query only what the page knows, sorted and without what is
 * empty. Rendering this address instead of the one asked for keeps what strangers append out of the stored page.
 */
export function pageCacheKey(url: URL, knownParameters: readonly string[]): string {
  if (url.search === '') return url.pathname;
  const pairs = [...url.searchParams].filter(([name, value]) => value !== '' && knownParameters.includes(name));
  if (pairs.length === 0) return url.pathname;
  const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  pairs.sort(([a, x], [b, y]) => inOrder(a, b) || inOrder(x, y));
  return `${url.pathname}?${new URLSearchParams(pairs)}`;
}

/**
 * @param options.maxBytes bound of all kept pages, every encoding counted
 * @param options.isCommon whether a page is asked for so often that it is compressed as small as can be
 * @param options.complete adds the headers that every answer carries, once for each rendering: to change the headers of an
 *   answer that is about to leave costs more than all the rest of it
 */
export function createPageCache(options: {
  maxBytes: number;
  isCommon: (key: string) => boolean;
  complete: (headers: Headers) => void;
}): PageCache {
  const pages = createByteBoundedCache<StoredPage>({ maxBytes: options.maxBytes, sizeOf: sizeOfPage });
  let renderings = new Map<string, Promise<Rendering>>();

  const keep = (key: string, page: StoredPage) => {
    pages.put(key, page);
    if (options.isCommon(key)) improve(page);
  };

  const renderOnce = (key: string, render: () => Promise<Response>): Promise<Rendering> => {
    const running = renderings.get(key);
    if (running) return running;
    const ofThisVersion = renderings;
    const rendering = readRendering(render, options.complete)
      .then((result) => {
        if (result.page && ofThisVersion === renderings) keep(key, result.page);
        return result;
      })
      .finally(() => ofThisVersion.delete(key));
    ofThisVersion.set(key, rendering);
    return rendering;
  };

  return {
    get: pages.get,
    put: keep,
    clear() {
      pages.clear();
      renderings = new Map();
    },
    async answer(request, key, render, extra = {}) {
      const stored = pages.get(key);
      if (stored) return answerPage(stored, request, extra);
      const rendering = await renderOnce(key, render);
      return rendering.page ? answerPage(rendering.page, request, extra) : answerOnce(rendering, request, extra);
    },
  };
}

const sizeOfPage = (page: StoredPage) =>
  contentEncodings.reduce((sum, encoding) => {
    const { body, headers } = page.variants[encoding];
    // The policy of a page names each of its hashes and can be as long as a page.
    return sum + body.byteLength + Object.values(headers).join().length * 2;
  }, 0);

/** What came out of the renderer, read to its end so that several can be answered with it. */
interface Rendering {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Bytes;
  /** Present when it may be kept. */
  readonly page: StoredPage | undefined;
}

async function readRendering(
  render: () => Promise<Response>,
  complete: (headers: Headers) => void,
): Promise<Rendering> {
  const response = await render();
  const body = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  // Those of a redirect cannot be changed, a copy's can.
  const headers = new Headers(response.headers);
  complete(headers);
  const mayBeKept = status === 200 && !headers.has('set-cookie') && !headers.get('cache-control')?.includes('no-store');
  return { status, headers, body, page: mayBeKept ? await storedPage(body, headers) : undefined };
}

/** A page in every encoding. */
async function storedPage(body: Bytes, headers: Headers): Promise<StoredPage> {
  const digest = digestOf(body);
  const variant = async (encoding: ContentEncoding): Promise<PageVariant> => {
    const encoded = await encode(body, encoding);
    const tag = entityTag(digest, encoding);
    return {
      body: encoded,
      tag,
      headers: { ...encodedHeaders(headers, encoding, encoded), 'cache-control': pagePolicy, etag: tag },
    };
  };
  const [br, gzip, identity] = await Promise.all([variant('br'), variant('gzip'), variant('identity')]);
  return { variants: { br, gzip, identity } };
}

/** Replaces what Brotli made in a hurry by the smallest it can make. */
function improve({ variants }: StoredPage): void {
  encodeSmallest(variants.identity.body, (body) => {
    variants.br = {
      ...variants.br,
      body,
      headers: { ...variants.br.headers, 'content-length': String(body.byteLength) },
    };
  });
}

function encodedHeaders(headers: Headers, encoding: ContentEncoding, body: Uint8Array): Record<string, string> {
  const vary = headers.get('vary');
  return {
    ...Object.fromEntries(headers),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.byteLength),
    vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
  };
}

function answerPage(page: StoredPage, request: Request, extra: Readonly<Record<string, string>>): Response {
  const { body, tag, headers } = page.variants[chooseEncoding(request.headers.get('accept-encoding'))];
  if (isNotModified(request.headers.get('if-none-match'), tag)) {
    // A browser takes over the headers of a 304, so the page's own policy must be on it.
    const { 'content-length': _, 'content-encoding': __, ...validating } = headers;
    return new Response(null, { status: 304, headers: { ...validating, ...extra } });
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers: { ...headers, ...extra } });
}

/** Answers with what is not kept: an unknown address, a redirect. */
async function answerOnce(
  { status, headers: rendered, body }: Rendering,
  request: Request,
  extra: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers = new Headers(rendered);
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  if (body.byteLength === 0) return new Response(null, { status, headers });
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const encoded = await encode(body, encoding);
  const answer = new Response(request.method === 'HEAD' ? null : encoded, {
    status,
    headers: encodedHeaders(headers, encoding, encoded),
  });
  // Flattened into a record, cookies would become one.
  for (const [index, cookie] of headers.getSetCookie().entries()) {
    if (index === 0) answer.headers.set('set-cookie', cookie);
    else answer.headers.append('set-cookie', cookie);
  }
  return answer;
}
