import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/browser.ts';
import { root } from '../harness/server.ts';

// The headers of every response (Contract, On the wire). What the policy of each page names is tested in `tests/site/pages.test.ts`.

/** Directives of a policy by their names. */
function policyOf(headers: Readonly<Record<string, string>>): Map<string, string[]> {
  const policy = headers['content-security-policy'] ?? '';
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/u);
      return [name, values];
    }),
  );
}

test('pages, assets, errors, redirects, health and endpoints have the security headers', async ({ request }) => {
  const home = await request.get('/');
  const asset = /"(\/assets\/[^"]+\.js)"/u.exec(await home.text())?.[1] ?? '';
  expect(home.headers()['cross-origin-opener-policy']).toBe('same-origin');
  expect(home.headers()['permissions-policy']).toContain('camera=()');
  const etag = home.headers().etag ?? '';
  const responses = [
    { path: '/', status: 200 },
    { path: '/', status: 304, headers: { 'if-none-match': etag } },
    { path: asset, status: 200 },
    { path: '/assets/not-there.js', status: 404 },
    { path: '/not-there', status: 404 },
    { path: '/who-we-are/', status: 308 },
    { path: '/healthz', status: 200 },
    { path: '/readyz', status: 200 },
    { path: '/sitemap.xml', status: 200 },
    { path: '/wp-json/position/v1/cat', status: 200 },
    { path: '/wp-json/blogs/v1/post?slug=not-there', status: 404 },
    { path: '/wp-json/post/v1/posts?cat=insights&page=0', status: 400 },
  ];
  for (const { path, status, headers = {} } of responses) {
    const response = await request.get(path, { headers, maxRedirects: 0 });
    const when = `${status} ${path}`;
    const found = response.headers();
    expect.soft(response.status(), when).toBe(status);
    expect.soft(found['x-content-type-options'], when).toBe('nosniff');
    expect.soft(found['referrer-policy'], when).toBe('strict-origin-when-cross-origin');
    expect.soft(found['cross-origin-resource-policy'], when).toBeTruthy();
    expect.soft(found['x-powered-by'], when).toBeUndefined();
    expect.soft(found.server, when).toBeUndefined();
    // The origin of this server is not https.
    expect.soft(found['strict-transport-security'], when).toBeUndefined();
    const policy = policyOf(found);
    expect.soft(policy.get('default-src')?.[0], when).toMatch(/^'(?:none|self)'$/u);
    expect.soft(policy.get('object-src'), when).toEqual(["'none'"]);
    expect.soft(policy.get('base-uri'), when).toEqual(["'none'"]);
    expect.soft(policy.has('form-action') && policy.has('frame-ancestors'), when).toBe(true);
    expect.soft(found['content-security-policy'], when).not.toMatch(/unsafe-|nonce-|https?:|\*/u);
  }
});

test('files with a hash in their name may be cached for ever', async ({ request }) => {
  const files = readdirSync(join(root, 'build/client/assets')).filter((file) => !file.endsWith('.br'));
  expect(files).toContainEqual(expect.stringMatching(/\.woff2$/u));
  for (const file of files) {
    const path = `/assets/${file}`;
    const response = await request.get(path);
    expect.soft(response.status(), path).toBe(200);
    expect.soft(response.headers()['cache-control'], path).toMatch(/max-age=31536000.*immutable/u);
  }
});

test('health endpoints respond to programs and are not cached', async ({ request }) => {
  for (const path of ['/healthz', '/readyz'])
    expect((await request.get(path)).headers()['cache-control']).toBe('no-store');
});
