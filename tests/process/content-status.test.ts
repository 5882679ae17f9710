import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { pinnedNode, root, startServer } from '../harness/server.ts';

vi.setConfig({ testTimeout: 90_000 });

test('a refused change is visible in /readyz and to the command, also when the next start fails for it', async () => {
  const dataDirectory = temporaryDirectory();
  await using content = await createContentDirectory();
  const server = await startServer({ CONTENT_DIR: content.path }, { dataDirectory, mayFail: true });
  const readiness = async () => {
    const response = await fetch(new URL('/readyz', server.origin));
    return { status: response.status, ...((await response.json()) as { content: { refused: unknown } }) };
  };
  const command = () =>
    spawnSync(pinnedNode, ['commands/content-status.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDirectory },
    });
  const soon = { timeout: 30_000, interval: 100 };

  expect(await readiness()).toMatchObject({ status: 200, ok: true, content: { refused: null } });
  await content.edit('pages/home.yaml', 'title:', 'titel:');
  await vi.waitFor(
    async () =>
      expect(await readiness()).toMatchObject({
        // The last valid content is shown.
        status: 200,
        ok: true,
        content: { refused: { count: 1, problems: [{ file: 'pages/home.yaml', line: expect.any(Number) }] } },
      }),
    soon,
  );
  await vi.waitFor(
    () => expect(command()).toMatchObject({ status: 1, stdout: expect.stringContaining('titel') }),
    soon,
  );
  await server.stop();

  const { port } = new URL(server.origin);
  await expect(startServer({ CONTENT_DIR: content.path, PORT: port }, { dataDirectory })).rejects.toThrow('titel');
  expect(command().stdout).toContain('could not start');
});
