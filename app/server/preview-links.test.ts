import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { previewPrefix } from '../paths.ts';
import { createPreviewLinks } from './preview-links.ts';

const secret = randomBytes(32);
const keysOf = (key: Buffer) => ({ keyFor: async () => key });
let now = Date.parse('2026-10-01T00:00:00Z');
const clock = { now: () => new Date(now) };
const links = createPreviewLinks({ keys: keysOf(secret), clock });
const tokenOf = async (path: string, lifetimeMs = 1000) =>
  (await links.issue(path, lifetimeMs)).slice(previewPrefix.length);

test('A preview link shows its page until it expires', async () => {
  const token = await tokenOf('/single/a-draft/');
  expect(await links.read(token)).toEqual({
    path: '/single/a-draft/',
    until: '2026-10-01T00:00:01.000Z',
    isExpired: false,
  });
  now += 999;
  expect(await links.read(token)).toMatchObject({ isExpired: false });
  now += 1;
  expect(await links.read(token)).toMatchObject({ isExpired: true });
});

test('It cannot be changed to another page or a later expiry, or be created with another key', async () => {
  const token = await tokenOf('/single/a-draft/');
  const [until = '', , signature = ''] = token.split('.');
  const path = Buffer.from('/single/another/').toString('base64url');
  const later = (Number.parseInt(until, 36) + 1).toString(36);
  const others = [
    `${until}.${path}.${signature}`,
    token.replace(until, later),
    token.slice(0, -1),
    `${token}A`,
    token.replaceAll('.', ''),
    '',
    'x'.repeat(10_000),
  ];
  for (const other of others) expect([other, await links.read(other)]).toEqual([other, undefined]);
  const stranger = createPreviewLinks({ keys: keysOf(randomBytes(32)), clock });
  expect(await stranger.read(token)).toBeUndefined();
});
