import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exchange, type RawExchange } from '../../app/platform/http/raw-exchange.fixture.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { smallSite } from './small-site.ts';

// Whatever a client sends, no response is a 5xx, and each carries the security headers (Contract, On the wire). fast-check prints
// the seed and the smallest request that fails; `fc.assert(…, { seed, path })` repeats it.

vi.setConfig({ testTimeout: 300_000 });

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(smallSite);
});
// Throws if it has logged an error.
afterAll(() => server?.stop());

interface OddRequest {
  readonly method: string;
  readonly target: string;
  /** Undefined for a request without a body. */
  readonly host: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** One of the words in a text. */
const oneOf = (words: string) => fc.constantFrom(...words.trim().split(/\s+/u));
const oneOfLines = (lines: string) => fc.constantFrom(...lines.trim().split(/\s*\n\s*/u));
const made = (characters: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...characters), maxLength });

const methods = fc.oneof(
  { weight: 6, arbitrary: oneOf('GET HEAD POST') },
  oneOf(
    'PUT DELETE OPTIONS PATCH TRACE CONNECT QUERY PROPFIND M-SEARCH PURGE get Post TRACK PRI __proto__ constructor',
  ),
  fc.constant('x'.repeat(300)),
);

/** A part of a path between two slashes, or in their place. */
const piece = fc.oneof(
  oneOf(`single join-us what-we-think wp-json post v1 posts filter-posts blogs position mail contactform measures forms
    token media assets healthz readyz favicon.ico feed.xml 42`),
  oneOf(`%09 %5c %5C%5C %00 %0a %0d%0a %2f %2F%2Fevil.example %25 %2525 % %% %f %ff %C3%BC %E0%A4%A %ED%A0%80 %u0041
    %EF%BF%BD %E2%80%AE %7f %20 %3A %3F %23 %2e%2e`),
  oneOf(`. .. ... ; : x:y @ a@b * \\ \\\\evil.example // # #? [ ] | ^ \` http: javascript:alert(1) evil.example __proto__
    constructor _.data x.data ~ " < {} é`),
  made("aZ09-_.~!$&'()*+,;=:@%", 8),
  fc.constantFrom('', 'a'.repeat(300), '%41'.repeat(300), '../'.repeat(100), 'a/'.repeat(500)),
);
const endpoint = oneOf(`/ /what-we-think /join-us /contact-us /message-sent /reports /forms/token /mail/contactform
  /wp-json/positions/mail /wp-json/post/v1/posts /wp-json/post/v1/filter-posts /wp-json/post/v1/cat-list /wp-json/blogs/v1/post
  /wp-json/blogs/related-post/post /wp-json/position/v1/job_posts /sitemap.xml /robots.txt`);
const path = fc.oneof(
  endpoint,
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`),
  fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => `/${pieces.join('')}`),
);

const value = fc.oneof(
  oneOf('0 -1 1 2 1e9 NaN 99999999999999999999 insights success-stories topic enquiry'),
  oneOf(`% %ff %00 %F0%9F%98%80 "* %22+OR ' a* NEAR( ( - %2B %26 é \\ //`),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }).map(encodeURIComponent),
);
const parameter = fc.tuple(
  oneOf('page per_page search topic industry category cat slug form __proto__ %'),
  fc.option(value, { nil: '' }),
);
const query = fc.array(parameter, { maxLength: 5 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

const targets = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.oneof(
      path,
      fc.tuple(path, query).map((parts) => parts.join('?')),
    ),
  },
  oneOf('* ? x evil.example:443 http:// http://foo.1/ http://a@b:c/ https://evil.example/ ftp://a/'),
  path.map((text) => `http://evil.example${text}`),
  path.map((text) => `/${text}`),
);

const hosts = fc.oneof(
  { weight: 10, arbitrary: fc.constant('localhost') },
  fc.constantFrom(undefined, '', 'a b', 'a'.repeat(300)),
  oneOf(`foo.1 1.2.3.4.5 256.256.256.256 0x 1 [::1] [::1 [::x] ::1 a: a:0 a:99999 a:b a:80:80 :80 a@b a/b a?b a#b a\\b é
    xn-- xn--a a..b . %41 % %00 a,b * A.EXAMPLE _ - __proto__ <script> evil.example`),
);

const headerNames =
  oneOf(`range if-range if-none-match if-match if-modified-since accept accept-encoding accept-language cookie
  origin referer sec-fetch-site content-type content-encoding x-forwarded-for x-forwarded-host x-request-id idempotency-key
  sec-gpc user-agent upgrade te trailer forwarded authorization x-http-method-override cache-control via __proto__ constructor`);
const headerValues = fc.oneof(
  oneOfLines(`*
    ,
    "
    W/"x"
    "a", "b"
    bytes=0-
    bytes=-0
    bytes=9-1
    bytes=0-0,5-
    null
    text/html
    text/html, application/json
    */*;q=x
    gzip;q=0, br;q=2
    identity;q=0, *;q=0
    multipart/form-data
    multipart/form-data; boundary=
    multipart/form-data; boundary="'
    application/x-www-form-urlencoded
    application/json
    cross-site
    websocket
    h2c
    Thu, 99 Foo 99999
    -1
    1.2.3.4:x`),
  fc.constantFrom('', 'a'.repeat(4000)),
  made('aZ0 \t,;="\'<>%\\/é\u0080ÿ', 20),
);

const requests: fc.Arbitrary<OddRequest> = fc.record({
  method: methods,
  target: targets,
  host: hosts,
  headers: fc.array(fc.tuple(headerNames, headerValues), { maxLength: 4 }),
  body: fc.constantFrom(
    '',
    '',
    '',
    'x',
    'name=Ada&email=ada@example.org',
    '{"kind":"view","path":"/"}',
    '--XX\r\n',
    '\0'.repeat(99),
  ),
});

const textOf = ({ method, target, host, headers, body }: OddRequest) =>
  [
    `${method} ${target} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...headers.map(([key, text]) => `${key}: ${text}`),
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
    'Connection: close',
    '',
    body,
  ].join('\r\n');

const policies = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", 'form-action ', 'frame-ancestors '];

/** Lists the faults of a response. */
function faultsOf({ status, headers }: RawExchange): string[] {
  const policy = headers['content-security-policy'] ?? '';
  const isPage = headers['content-type']?.startsWith('text/html');
  const { location = '/' } = headers;
  return [
    ...(status >= 200 && status < 500 ? [] : [`status ${status}`]),
    ...policies.filter((directive) => !policy.replace("default-src 'self'", "default-src 'none'").includes(directive)),
    ...(/unsafe-|nonce-/u.test(policy) ? ['an unsafe policy'] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['nosniff']),
    ...(headers['referrer-policy'] === 'strict-origin-when-cross-origin' ? [] : ['Referrer-Policy']),
    ...(headers['cross-origin-resource-policy'] === 'same-origin' ? [] : ['Cross-Origin-Resource-Policy']),
    ...(!isPage || headers['cross-origin-opener-policy'] === 'same-origin' ? [] : ['Cross-Origin-Opener-Policy']),
    ...(!isPage || headers['permissions-policy'] ? [] : ['Permissions-Policy']),
    ...['server', 'x-powered-by', 'strict-transport-security'].filter((unwanted) => unwanted in headers),
    // To a path of this origin, or to this origin by its name.
    ...(/^\/(?![/\\])/u.test(location) || new URL(location).origin === server.origin
      ? []
      : [`a redirect to ${location}`]),
  ];
}

const send = async (request: OddRequest) => {
  const response = await exchange(Number(new URL(server.origin).port), [textOf(request)], { timeoutMs: 30_000 });
  return { request, response, faults: faultsOf(response) };
};

const get = (target: string, host: string | undefined = 'localhost', method = 'GET'): OddRequest => ({
  method,
  target,
  host,
  headers: [],
  body: '',
});

test.each([
  ['a host that ends in a number and is no address', get('/', 'foo.1'), 400],
  ['the same on any path', get('/healthz', 'foo.1'), 400],
  ['the same in an absolute URL', get('http://foo.1/'), 400],
  ['a port out of range', get('/', 'localhost:99999'), 400],
  ['a host with a path', get('/', 'a/b'), 400],
  ['an absolute URL', get('http://localhost/', 'localhost'), 200],
  ['an IPv6 address', get('/', '[::1]:3000'), 200],
  ['a tab and a colon', get('/%09/x:y'), 404],
  ['a tab and a backslash', get('/%09%5c'), 404],
  ['a line break and two slashes', get('/%0a//evil.example'), 308],
  ['two slashes', get('//evil.example'), 308],
  ['two slashes at the end of a path', get('/who-we-are//evil.example/'), 308],
  ['a backslash', get('/\\evil.example/'), 400],
  ['a NUL', get('/single/%00/'), 404],
  ['half an escape', get('/%'), 404],
  ['a method of proxies', get('localhost:443', 'localhost', 'CONNECT'), 405],
  ['a method that no library takes', get('/', 'localhost', 'TRACE'), 405],
])('%s', async (_, request, status) => {
  const { response, faults } = await send(request);
  expect(faults).toEqual([]);
  expect(response.status).toBe(status);
  // A visitor who mistyped gets the 404 page with its suggestions.
  if (status === 404) expect(response.text).toContain('</footer>');
});

test('a file of the build and an unchanged page have the security headers', async () => {
  const { response } = await send(get('/'));
  const [asset = ''] = /\/assets\/[^"]+\.js/u.exec(response.text) ?? [];
  const { etag = '' } = response.headers;
  for (const [request, status] of [
    [get(asset), 200],
    [{ ...get('/'), headers: [['If-None-Match', etag]] }, 304],
  ] as const) {
    const { response, faults } = await send(request);
    expect([response.status, faults]).toEqual([status, []]);
  }
});

test('nothing that a client sends gets a 5xx, or a response without the security headers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 20 }), async (batch) => {
      const sent = await Promise.all(batch.map(send));
      const failed = sent.filter(({ faults }) => faults.length > 0);
      expect(failed.map(({ request, faults }) => ({ ...request, faults }))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
