import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { allowedMethods } from './allowed-methods.ts';
import type { HttpEnv } from './http-env.ts';

const app = new Hono<HttpEnv>();
app.use(
  allowedMethods([
    { method: 'GET', path: '/page' },
    { method: 'GET', path: '/form' },
    { method: 'POST', path: '/form' },
    { method: 'POST', path: '/report' },
  ]),
);
app.all('*', (context) => context.text('taken'));

const ask = (method: string, path: string) => app.request(path, { method });

test.each([
  ['GET', '/page'],
  ['HEAD', '/page'],
  ['GET', '/form'],
  ['POST', '/form'],
  ['POST', '/report'],
])('%s %s is let through', async (method, path) => {
  expect((await ask(method, path)).status).toBe(200);
});

describe('A method that a path does not allow is refused, and the allowed ones are listed:', () => {
  test.each([
    ['POST', '/page', 'GET, HEAD, OPTIONS'],
    ['POST', '/form/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/page', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/page', 'GET, HEAD, OPTIONS'],
    ['PUT', '/form', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/report', 'POST, OPTIONS'],
  ])('%s %s', async (method, path, allowed) => {
    const response = await ask(method, path);
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    const { code, message } = await response.json();
    expect([code, message]).toEqual(['method_not_allowed', expect.stringContaining(method)]);
  });
});

test.each([
  ['/page', 'GET, HEAD, OPTIONS'],
  ['/form', 'GET, HEAD, POST, OPTIONS'],
])('the response to OPTIONS of %s has no body, and allows no other site anything', async (path, allowed) => {
  const response = await ask('OPTIONS', path);
  expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, allowed, '']);
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
