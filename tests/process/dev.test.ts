import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { pinnedNode, root } from '../harness/server.ts';

test('`npm run dev` survives a syntax error: the tab reloads after it, and nothing runs twice', async () => {
  const folder = temporaryDirectory();
  for (const name of ['app', 'commands', 'db', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await using content = await createContentDirectory();
  const origin = `http://localhost:${await freePort()}`;
  const child = spawn(pinnedNode, ['commands/dev.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: new URL(origin).port,
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: content.path,
    },
  });
  const errors = text(child.stderr);
  let log = '';
  child.stdout.on('data', (chunk) => (log += chunk));
  const get = () => fetch(`${origin}/contact-us`);
  const status = async () => (await get()).status;
  const page = async () => (await get()).text();
  try {
    await expect.poll(() => log, { timeout: 60_000 }).toContain('is in development');
    expect(await status()).toBe(200);

    const module = join(folder, 'app/routes/robots.ts');
    const source = await readFile(module, 'utf8');
    await writeFile(module, `${source}}}`);
    await expect.poll(status, { timeout: 60_000 }).toBe(500);
    expect(await page()).toContain('src="/@vite/client"');
    await writeFile(module, source);
    await expect.poll(status, { timeout: 60_000 }).toBe(200);

    // Once the second change is shown, whatever runs has logged the first.
    for (const [from, to] of [
      ['Tested', 'Changed'],
      ['Changed', 'Changed again'],
    ] as const) {
      await content.edit('site.yaml', `tagline: ${from}`, `tagline: ${to}`);
      await expect.poll(page, { timeout: 60_000 }).toContain(`>${to}<`);
    }
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  expect(log.match(/content changed/gu)).toHaveLength(2);
  // The property in which Vite's errors repeat the whole file.
  expect(await errors).not.toContain('pluginCode');
});
