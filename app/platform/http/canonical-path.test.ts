import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { canonicalPath, decodablePath, intendedPaths, redirectToCanonicalPath } from './canonical-path.ts';

const app = new Hono();
app.use(redirectToCanonicalPath());
app.all('*', (context) => context.text('responded'));

const locationOf = async (path: string, init?: RequestInit) => {
  const response = await app.request(new Request(`http://localhost${path}`, init));
  return response.status === 308 ? response.headers.get('location') : response.status;
};

test.each(['/', '/who-we-are', '/single/a-story/', '/single/%C3%BC/', '/_root.data', '/what-we-think?page=2'])(
  '%s is canonical',
  async (path) => {
    expect(await locationOf(path)).toBe(200);
  },
);

test.each([
  ['/who-we-are/', '/who-we-are'],
  ['/join-us/42/engineer/', '/join-us/42/engineer'],
  ['/what-we-think/?search=a%20b&topic=x&topic=y', '/what-we-think?search=a%20b&topic=x&topic=y'],
  ['/single/a-story', '/single/a-story/'],
  ['/single/a-story?from=feed', '/single/a-story/?from=feed'],
  ['/single/', '/single'],
  ['/healthz/', '/healthz'],
  ['/%63ontact%2Dus', '/contact-us'],
  ['/%77%5F%7e%39%4a?a=%61', '/w_~9J?a=%61'],
  ['/single/%61-story', '/single/a-story/'],
  ['/%61%2Fb%20%C3%BC%25%2B', '/a%2Fb%20%C3%BC%25%2B'],
  ['/wp-json/post/v1/posts/?cat=insights', '/wp-json/post/v1/posts?cat=insights'],
  ['/wp-json//post/v1/posts', '/wp-json/post/v1/posts'],
  ['/mail/contactform/', '/mail/contactform'],
])('%s moves to %s', async (path, canonical) => {
  expect(await locationOf(path)).toBe(canonical);
  expect(await locationOf(path, { method: 'HEAD' })).toBe(canonical);
});

test.each([
  ['/Who-We-Are', ['/who-we-are', '/single/who-we-are/']],
  ['/contact-us).', ['/contact-us', '/single/contact-us/']],
  ['/contact-us&utm_source=x', ['/contact-us', '/single/contact-us/']],
  ['/single/A-Story/', ['/single/a-story/']],
  ['/single/a-story)./', ['/single/a-story/']],
  ['/single/a-story/\u2019', ['/single/a-story/']],
  ['/2024/05/a-story/', ['/2024/05/a-story', '/single/a-story/']],
  ['/a-story', ['/single/a-story/']],
  ['/category/news/feed', ['/feed.xml']],
  ['/', []],
  ['/).', []],
  ['/.env', []],
  ['/ventures/.env', []],
])('%s probably means %j', (path, meant) => {
  expect(intendedPaths(path)).toEqual(meant);
});

test('each method is redirected, except OPTIONS', async () => {
  for (const method of ['HEAD', 'POST', 'DELETE'])
    expect([method, await locationOf('/mail/contactform/?a=1', { method })]).toEqual([method, '/mail/contactform?a=1']);
  expect(await locationOf('/mail/contactform/', { method: 'OPTIONS' })).toBe(200);
});

test.each(['/assets/app.js/', '/media/hero/'])('%s is left alone', async (path) => {
  expect(await locationOf(path)).toBe(200);
});

describe('no redirect leaves this origin', () => {
  const slashes = [
    '/',
    '//',
    '///',
    '\\',
    '/\\',
    '\\/',
    '/%5C',
    '/%2F',
    '/%09/',
    '/%0d%0a/',
    '/./',
    '/../',
    '/.//',
    '/;/',
    '/@',
    '/?/',
    '/single//',
    '/single/\\',
  ];
  const hosts = [
    'evil.example',
    'evil.example:80',
    'user@evil.example',
    'https:evil.example',
    'https://evil.example',
    '%2Fevil.example',
    '',
  ];
  const ends = ['', '/', '//', '/\\', '/?to=//evil.example', '/..//', '%2F', '/%2e%2e/'];
  const paths = slashes.flatMap((slash) => hosts.flatMap((host) => ends.map((end) => `${slash}${host}${end}`)));

  test(`${paths.length} hostile URLs`, async () => {
    for (const path of paths) {
      const url = new URL(`http://site.example/${path.replace(/^\//u, '')}`);
      const response = await app.request(new Request(url));
      const location = response.headers.get('location');
      if (location === null) continue;
      expect(location).toMatch(/^\/(?![/\\])/u);
      const target = new URL(location, url);
      expect([path, target.origin]).toEqual([path, 'http://site.example']);
      expect([path, canonicalPath(target.pathname)]).toEqual([path, target.pathname]);
    }
  });

  test('slashes are collapsed', () => {
    expect(canonicalPath('//evil.example/')).toBe('/evil.example');
    expect(canonicalPath('/\\evil.example')).toBe('/evil.example');
    expect(canonicalPath('///')).toBe('/');
  });
});

test.each([
  ['/who-we-are', '/who-we-are'],
  ['/single/%C3%BC/', '/single/%C3%BC/'],
  ['/a%20b', '/a%20b'],
  ['/%', '/%EF%BF%BD'],
  ['/100%25', '/100%EF%BF%BD25'],
  ['/single/%E0%A4%A/', '/single/%EF%BF%BDE0%EF%BF%BDA4%EF%BF%BDA/'],
  ['/%ff', '/%EF%BF%BDff'],
  ['/a%20b%', '/a%EF%BF%BD20b%EF%BF%BD'],
  ['/%1f', '/%EF%BF%BD1f'],
  ['/%20', '/%20'],
  ['/%7e%7f', '/%EF%BF%BD7e%EF%BF%BD7f'],
  ['/%7e%2f', '/%7e%2f'],
  ['/%09/x:y', '/%EF%BF%BD09/x:y'],
  ['/%09%5c', '/%EF%BF%BD09%EF%BF%BD5c'],
])('%s can be decoded, and again, as %s', (path, decodable) => {
  expect(decodablePath(path)).toBe(decodable);
  expect(() => decodeURIComponent(decodeURIComponent(decodable))).not.toThrow();
});
