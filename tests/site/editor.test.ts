import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { createSite, root, type Site } from './app.ts';

// The editor in production, which is off unless a repository is configured.

let content: ContentDirectory;
let without: Site;
let withEditor: Site;

beforeAll(async () => {
  content = await createContentDirectory();
  without = await createSite(content.path);
  withEditor = await createSite(content.path, {
    editorDirectory: join(root, 'build/editor'),
    editorRepository: { kind: 'github', origin: 'https://github.com', name: 'acme/website', branch: 'main' },
  });
});

afterAll(async () => {
  await without[Symbol.asyncDispose]();
  await withEditor[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
});

test.each(['/edit', '/edit/config.json', '/edit/start.js', '/edit/sveltia-cms.js'])(
  '%s is not there without a repository',
  async (path) => {
    expect((await without.get(path)).status).toBe(404);
  },
);

describe('With a repository', () => {
  test('the editor is a document with a policy of its own, which search engines leave out', async () => {
    const response = await withEditor.get('/edit');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' blob: data: https://github.com https://api.github.com;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/u);
  });

  test('its script, typefaces and translations come from here', async () => {
    const script = await (await withEditor.get('/edit/sveltia-cms.js')).text();
    expect(script).not.toMatch(/https:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net\/fontsource)/u);
    const fonts = [...script.matchAll(/\/edit\/fonts\/[\w.-]+/gu)].map(([path]) => path);
    expect(fonts.length).toBeGreaterThan(0);
    for (const path of fonts) expect([path, (await withEditor.get(path)).status]).toEqual([path, 200]);
  });

  test('its configuration names the repository, and no secret', async () => {
    const { config, user } = await (await withEditor.get('/edit/config.json')).json();
    expect(config.backend).toEqual({
      name: 'github',
      repo: 'acme/website',
      branch: 'main',
      base_url: 'https://github.com',
      api_root: 'https://api.github.com',
      auth_methods: ['token'],
    });
    expect(user).toBeUndefined();
  });

  test('every other page keeps the policy that it has without', async () => {
    for (const path of ['/', '/single/first-insight/', '/nowhere', '/edit/nowhere', '/sitemap.xml']) {
      const [off, on] = [await without.get(path), await withEditor.get(path)];
      const seen = ({ status, headers }: Response) => [path, status, Object.fromEntries(headers)];
      on.headers.delete('x-request-id');
      off.headers.delete('x-request-id');
      expect(seen(on)).toEqual(seen(off));
    }
  });
});
