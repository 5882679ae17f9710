import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createSecurityHeaders, securityHeaders } from './security-headers.ts';

function appAt(siteUrl: string) {
  const app = new Hono();
  app.use(securityHeaders(createSecurityHeaders(siteUrl)));
  app.get('/page', (context) => context.html('<h1>Page</h1>'));
  app.get('/own-policy', (context) =>
    context.html('<h1>Page</h1>', 200, { 'Content-Security-Policy': "script-src 'sha256-x'" }),
  );
  app.get('/call', (context) => context.json([]));
  app.get('/unchanged', (context) => context.body(null, 304));
  app.get('/moved', (context) => context.redirect('/page'));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.onError((_, context) => context.text('failed', 500));
  return app;
}

const app = appAt('http://localhost:3000');

describe('every response', () => {
  test.each([
    ['/page', 200],
    ['/call', 200],
    ['/unchanged', 304],
    ['/moved', 302],
    ['/broken', 500],
    ['/unknown', 404],
  ])('%s (%i) carries the headers', async (path, status) => {
    const response = await app.request(path);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers.has('server')).toBe(false);
    expect(response.headers.has('x-powered-by')).toBe(false);
  });
});

test('the policy of a page is not replaced', async () => {
  const response = await app.request('/own-policy');
  expect(response.headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
});

test('pages, and only pages, are isolated and disable browser features', async () => {
  const page = await app.request('/page');
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(page.headers.get('permissions-policy')).toContain('camera=()');
  const call = await app.request('/call');
  expect(call.headers.has('cross-origin-opener-policy')).toBe(false);
  expect(call.headers.has('permissions-policy')).toBe(false);
});

test('HSTS is sent only if the public URL is https', async () => {
  expect((await app.request('/page')).headers.has('strict-transport-security')).toBe(false);
  const secure = await appAt('https://www.example.com').request('/page');
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000');
});
