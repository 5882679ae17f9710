import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, delimiter, join, matchesGlob } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { type Instruction, readIgnored, readStages } from '../harness/dockerfile.ts';
import { pinnedNode, root } from '../harness/server.ts';

// The steps of the Dockerfile, each carried out in an empty directory that serves as the root of its image, without Docker.

/** A mount namespace in which a directory is the root of the file system. CI containers may be unable to create one. */
const hasNamespaces =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '--make-rprivate', '/']).status === 0;

/** Timeout of one step and of the start, ms; npm requests packages of other platforms from the registry. */
const stepMs = 180_000;

let folder: string;
const [buildStage = [], finalStage = []] = readStages();
/** The root of the image of the build stage. */
const buildImage = () => join(folder, 'build');
const valuesOf = (stage: readonly Instruction[], wanted: string) =>
  stage.filter(({ name }) => name === wanted).map(({ value }) => value);
const workdirOf = (stage: readonly Instruction[]) => valuesOf(stage, 'WORKDIR').at(-1) ?? '/';
/** Steps of the final stage that install packages of Debian; the rest are carried out here. */
const systemInstalls = valuesOf(finalStage, 'RUN').filter((value) => value.startsWith('apt-get '));
const installed = join('node_modules', '.package-lock.json');

/** Copies the files of the build's context that its ignore file permits. @param value of `COPY`: files, or all with `.` */
function copyContext(value: string, workdir: string): void {
  const ignored = readIgnored();
  const words = value.split(' ');
  const to = join(workdir, words.pop() ?? '');
  for (const name of words.flatMap((word) => (word === '.' ? readdirSync(root) : word)))
    if (!ignored.some((pattern) => matchesGlob(name, pattern)))
      cpSync(join(root, name), join(to, name), { recursive: true });
}

/**
 * Copies the packages and the build of the tests into the image, so that npm and the build have nothing to do: `npm test` has just
 * made both by the commands that the steps call. The steps still fail if a file is missing or a name is wrong.
 */
function shareMadeThings(workdir: string): void {
  execFileSync('cp', ['--archive', '--link', join(root, 'node_modules'), workdir]);
  // npm writes into it, and must keep the tests' own packages.
  rmSync(join(workdir, installed));
  copyFileSync(join(root, installed), join(workdir, installed));
  cpSync(join(root, 'build'), join(workdir, 'build'), { recursive: true });
}

/** Without the variables that npm sets for its scripts: in the image, the image's Node runs npm without this project. */
const environment = Object.fromEntries(
  Object.entries({
    ...process.env,
    PATH: process.env.PATH?.split(delimiter)
      .filter((directory) => !directory.includes('node_modules'))
      .join(delimiter),
  }).filter(([name]) => !/^(?:npm_|NODE_|VITEST)/u.test(name) || name === 'NODE_EXTRA_CA_CERTS'),
);
// Packages of other platforms are looked up in the cache that the install has filled.
environment.npm_config_prefer_offline = 'true';

const run = (command: string, cwd: string) =>
  execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe', env: environment, timeout: stepMs });

beforeAll(() => {
  // On the same file system as the packages, whose files are linked.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'container-'));
  const before = readFileSync(join(root, installed), 'utf8');
  const workdir = join(buildImage(), workdirOf(buildStage));
  mkdirSync(workdir, { recursive: true });
  shareMadeThings(workdir);
  for (const { name, value } of buildStage) {
    if (name === 'COPY') copyContext(value, workdir);
    if (name === 'RUN') run(value, workdir);
  }
  expect(readFileSync(join(root, installed), 'utf8')).toBe(before);
}, 3 * stepMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the image is built: the site without tests, and without packages that only the build needs', () => {
  const site = join(buildImage(), workdirOf(buildStage));
  const packages = Object.keys(JSON.parse(readFileSync(join(site, installed), 'utf8')).packages);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) expect(packages).toContain(`node_modules/${name}`);
  for (const name of ['vitest', 'typescript', 'vite'] satisfies (keyof typeof devDependencies)[])
    expect(packages).not.toContain(`node_modules/${name}`);
  for (const name of ['build/server/server.js', 'content/site.yaml', 'db/migrations/sqlite'])
    expect(statSync(join(site, name)).size).toBeGreaterThan(0);
  for (const name of ['tests', '.git', '.cache', 'data'])
    expect(statSync(join(site, name), { throwIfNoEntry: false })).toBeUndefined();
});

/** Libraries of the packages that every image of Debian contains: libc6, libgcc-s1 and libstdc++6. */
const inEveryImage = /^(?:linux-vdso|ld-linux-[\w-]+|lib(?:c|dl|gcc_s|m|pthread|stdc\+\+))\.so\b/u;

test('the image installs the libraries of Node that Debian slim lacks', () => {
  const libraries = execFileSync('ldd', [pinnedNode], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => basename(line.trim().split(' ')[0] ?? ''));
  expect(libraries).toContain('libstdc++.so.6');
  // Debian names a package after its library: libatomic.so.1 is in libatomic1.
  for (const library of libraries.filter((name) => !inEveryImage.test(name)))
    expect(systemInstalls.join()).toContain(` ${library.replace('.so.', '')} `);
});

const guide = readFileSync(join(root, 'docs/guides/deploy.md'), 'utf8');

/** The programs that the guide starts in the container, with their Node. */
const documentedPrograms = () => [...guide.matchAll(/ (\S+\/node)(?: website:\S+)? (commands\/[\w-]+\.ts)\b/gu)];

/** Docker's own work for the final stage and its start, in a mount namespace. The steps of the file are its parameters. */
const containerScript = `
  mount --make-rprivate /
  mount --bind "$IMAGE" "$IMAGE"
  cd "$IMAGE"
  mkdir usr etc proc dev tmp
  ln -s usr/bin usr/sbin usr/lib usr/lib64 .
  echo root:x:0:0:root:/root:/bin/sh > etc/passwd
  echo root:x:0: > etc/group
  for name in usr proc dev; do mount --rbind "/$name" "$name"; done
  chroot . sh -euc "$RUN"
  mkdir -p ".$COPY_TO"
  mount --bind "$COPY_FROM" ".$COPY_TO"
  mount -o remount,bind,ro ".$COPY_TO"
  mount --bind ".$VOLUME" ".$VOLUME"
  mount -t tmpfs tmpfs tmp
  mount -o remount,bind,ro .
  exec chroot --userspec="$USER" . env --ignore-environment --chdir="$WORKDIR" "$@"`;

test.runIf(hasNamespaces)(
  'the container serves as a user without rights, on a read-only root, and its health check succeeds',
  { timeout: 2 * stepMs },
  async () => {
    // Every attempt has its own, with the mode of an ordinary directory.
    const image = join(mkdtempSync(join(folder, 'final-')), 'root');
    mkdirSync(image);
    const settingOf = (name: string) => valuesOf(finalStage, name).join(' && ');
    const [, stage, from = '', to = ''] = /^--from=(\w+) (\S+) (\S+)$/u.exec(settingOf('COPY')) ?? [];
    expect(valuesOf(buildStage, 'FROM')[0]).toMatch(new RegExp(` AS ${stage}$`, 'u'));
    // As `docker run --env` would: for this machine alone.
    const given = ['HOST=127.0.0.1', `PORT=${await freePort()}`];
    const command = (name: string): string[] => JSON.parse(/\[.*\]$/u.exec(settingOf(name))?.[0] ?? '');
    const entrypoint = [...settingOf('ENV').split(' '), ...given, ...command('ENTRYPOINT')];
    const container = spawn('unshare', ['--mount', 'sh', '-euc', containerScript, 'container', ...entrypoint], {
      env: {
        PATH: process.env.PATH,
        IMAGE: image,
        RUN: valuesOf(finalStage, 'RUN')
          .filter((value) => !systemInstalls.includes(value))
          .join(' && '),
        COPY_FROM: join(buildImage(), from),
        COPY_TO: to,
        VOLUME: settingOf('VOLUME'),
        USER: settingOf('USER'),
        WORKDIR: settingOf('WORKDIR'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void container.kill('SIGKILL'));
    let said = '';
    for (const stream of [container.stdout, container.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
    const ended = once(container, 'exit');
    const asUser = ['--setuid', '--setgid'].map((option) => `${option}=${settingOf('USER')}`);
    const [program = '', ...parameters] = command('HEALTHCHECK');
    const isHealthy = () =>
      spawnSync(program, parameters, {
        cwd: join(buildImage(), from),
        env: Object.fromEntries(given.map((pair) => pair.split('='))),
      }).status === 0;
    await expect.poll(() => isHealthy() || container.exitCode !== null, { timeout: stepMs, interval: 1000 }).toBe(true);
    expect(container.exitCode, said).toBeNull();
    const read = (name: string) => readFileSync(`/proc/${container.pid}/${name}`, 'utf8');
    expect(read('status')).toMatch(/^Uid:\s+10001\s+10001\s+10001\s+10001$/mu);
    expect(read('mounts')).toMatch(/^\S+ \/ \S+ ro\b/mu);
    /** As `docker exec` would. */
    const exec = (...words: string[]) =>
      spawnSync('nsenter', [`--target=${container.pid}`, '--mount', '--root', '--wd', ...asUser, ...words], {
        encoding: 'utf8',
        env: Object.fromEntries(
          settingOf('ENV')
            .split(' ')
            .map((pair) => pair.split('=')),
        ),
      });
    for (const [, node = '', program = ''] of documentedPrograms())
      expect(exec(node, program, '--help')).toMatchObject({ status: 0, stderr: '' });
    const [, status = ''] = /^docker exec website (.* status)$/mu.exec(guide) ?? [];
    await expect
      .poll(() => exec(...status.split(' ')), { timeout: 60_000, interval: 1000 })
      .toMatchObject({ status: 0 });
    container.kill('SIGTERM');
    expect(await ended, said).toEqual([0, null]);
  },
);
