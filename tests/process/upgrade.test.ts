import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasPostgres, type PostgresCluster, startPostgres } from '../../app/platform/database/postgres.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { pinnedNode, root, startServer } from '../harness/server.ts';
import { enquiry, formOf } from './forms.ts';
import { smallSite } from './small-site.ts';

// docs/guides/upgrade.md: two releases on the data of one site. The newer one is this one with a further migration.

let cluster: PostgresCluster | undefined;
/** Below the project, whose files are linked. */
let releases: string;
const newer = () => join(releases, 'newer');

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  releases = mkdtempSync(join(root, '.cache', 'releases-'));
  mkdirSync(newer());
  for (const name of ['app', 'build', 'commands', 'package.json'])
    execFileSync('cp', ['--archive', '--link', join(root, name), newer()]);
  cpSync(join(root, 'db'), join(newer(), 'db'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(newer(), 'node_modules'));
  for (const engine of ['sqlite', 'postgres'])
    writeFileSync(
      join(newer(), 'db', 'migrations', engine, '9999-later.sql'),
      'ALTER TABLE submissions ADD COLUMN later TEXT;',
    );
  if (hasPostgres) cluster = await startPostgres();
});
afterAll(async () => {
  await cluster?.remove();
  rmSync(releases, { recursive: true, force: true });
});

test.for(['SQLite', 'PostgreSQL'])(
  '%s: a release with a new migration is taken up, and given up for the backup from before it',
  { timeout: 180_000 },
  async (engine, { skip }) => {
    skip(engine === 'PostgreSQL' && !hasPostgres, 'there is no PostgreSQL on this machine');
    const folder = temporaryDirectory();
    const data = join(folder, 'data');
    const port = String(await freePort());
    const newDatabase = async () =>
      engine === 'PostgreSQL' ? { DATABASE_URL: (await cluster?.createDatabase()) ?? '' } : {};
    let database: Record<string, string> = await newDatabase();
    const command = (release: string, script: string, ...parameters: string[]) =>
      promisify(execFile)(pinnedNode, [join(release, 'commands', script), ...parameters], {
        cwd: folder,
        env: { PATH: process.env.PATH, PORT: port, DATA_DIR: data, NODE_COMPILE_CACHE: compileCache, ...database },
      }).then(({ stdout }) => stdout);
    const companiesOf = async (release: string): Promise<string[]> =>
      JSON.parse(await command(release, 'inbox.ts', 'export', '--since', '1d'))
        .map(({ company }: { company: string }) => company)
        .sort();
    /** Starts a release, sends a form and stops it. @returns the statuses of a page, the form and `/readyz` */
    async function visit(release: string, company: string): Promise<number[]> {
      const server = await startServer(
        { ...smallSite, ...database },
        { dataDirectory: data, release, mayFail: company === 'refused' },
      );
      const statusOf = async (path: string, form?: FormData) =>
        (await fetch(new URL(path, server.origin), form && { method: 'POST', body: form })).status;
      const statuses = [
        await statusOf('/who-we-are'),
        await statusOf('/mail/contactform', formOf({ ...enquiry, company })),
        await statusOf('/readyz'),
      ];
      await server.stop();
      return statuses;
    }

    expect(await visit(root, 'before')).toEqual([200, 200, 200]);
    // From a release that does not run yet: it changes nothing.
    await command(newer(), 'backup.ts', 'by-the-newer');
    await command(root, 'backup.ts', 'backup');
    expect(await visit(newer(), 'since')).toEqual([200, 200, 200]);
    // Only the link is restored.
    expect(await visit(root, 'refused')).toEqual([200, 503, 503]);

    expect(await companiesOf(newer())).toEqual(['before', 'since']);
    renameSync(data, `${data}.failed`);
    database = await newDatabase();
    expect(existsSync(join(`${data}.failed`, 'erasures'))).toBe(false);
    await command(root, 'restore.ts', 'backup', '--erasures', join(`${data}.failed`, 'erasures'));
    expect(await visit(root, 'after')).toEqual([200, 200, 200]);
    expect(await companiesOf(root)).toEqual(['after', 'before']);
  },
);
