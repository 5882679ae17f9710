import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { startServer } from '../harness/server.ts';

// A CDN in front of the site is requested to purge its pages.

test('a start and a change of the content purge the CDN once each, by the tag that pages carry', async () => {
  await using content = await createContentDirectory();
  const received: { authorization: string | undefined; version: string; tag: string }[] = [];
  const cdn = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    received.push({ authorization: request.headers.authorization, version: data.version, tag: data.tag });
    response.end();
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  const server = await startServer({
    CONTENT_DIR: content.path,
    PURGE_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`,
    PURGE_HEADER: 'Authorization: Bearer token',
  });
  try {
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
    await content.edit('positions/engineer.md', 'title: Engineer', 'title: Chief engineer');
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    const [first, second] = received;
    expect(first).toMatchObject({ authorization: 'Bearer token', tag: 'page' });
    expect(second?.version).not.toBe(first?.version);
    for (const path of ['/', '/sitemap.xml', '/wp-json/position/v1/cat']) {
      const { headers } = await fetch(new URL(path, server.origin));
      expect([path, headers.get('cache-tag'), headers.get('surrogate-key')]).toEqual([path, first?.tag, first?.tag]);
    }
  } finally {
    await server.stop();
    cdn.closeAllConnections();
    cdn.close();
  }
}, 60_000);
