import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { crossSitePosts } from './cross-site-posts.ts';
import type { HttpEnv } from './http-env.ts';

async function statusOf(siteUrl: string, headers: Record<string, string>, method = 'POST'): Promise<number> {
  const app = new Hono<HttpEnv>();
  app.use(crossSitePosts(siteUrl));
  app.all('*', (context) => context.text('taken'));
  return (await app.request('http://whatever.example/mail/contactform', { method, headers })).status;
}

const site = 'https://www.company.example';

describe('cross-site posts', () => {
  it.each([
    ['its own origin', { origin: site }, 200],
    ['its own origin in capitals', { origin: 'HTTPS://WWW.company.example' }, 200],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a subdomain', { origin: 'https://a.www.company.example' }, 403],
    ['the same host without TLS', { origin: 'http://www.company.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['localhost', { origin: 'http://localhost' }, 403],
    ['localhost by its address', { origin: 'http://127.0.0.1:3000' }, 403],
    ['localhost with TLS', { origin: 'https://[::1]' }, 403],
    ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['no origin, from the same site', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', {}, 200],
    ['a forged host', { host: 'evil.example', origin: 'https://evil.example' }, 403],
  ])('%s', async (_, headers, status) => {
    expect(await statusOf(site, headers)).toBe(status);
  });

  it('reads are allowed from any origin', async () => {
    expect(await statusOf(site, { origin: 'https://evil.example' }, 'GET')).toBe(200);
  });

  it('a site on a private network is not localhost', async () => {
    expect(await statusOf('http://192.168.1.10:3000', { origin: 'http://localhost:3000' })).toBe(403);
  });

  it.each([
    ['http://localhost:3000', 200],
    ['http://127.0.0.1:3000', 200],
    ['http://[::1]:3000', 200],
    ['http://127.0.0.1:3001', 403],
    ['https://localhost:3000', 403],
    ['http://localhost.evil.example:3000', 403],
  ])('on one’s own machine, from %s', async (origin, status) => {
    expect(await statusOf('http://localhost:3000', { origin })).toBe(status);
  });
});
