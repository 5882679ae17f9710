import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { createEditorAccess, type EditorAccess } from './editor-access.ts';
import type { EditorRepository } from './editor-repository.ts';

// The git host is a real HTTP server here.

let now: number;
let requested: { url: string | undefined; authorization: string | undefined }[];
let respond: (response: ServerResponse, request: IncomingMessage) => void;
let origin: string;
let lines: string[];

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

beforeEach(async () => {
  now = Date.parse('2026-06-01T12:00:00Z');
  [requested, lines] = [[], []];
  respond = (response) => json(response, { permissions: { push: true } });
  const server = createServer((request, response) => {
    requested.push({ url: request.url, authorization: request.headers.authorization });
    respond(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

function open(repository: Partial<EditorRepository> = {}): (token: string, address?: string) => Promise<unknown> {
  const clock = { now: () => new Date(now) };
  const access: EditorAccess = createEditorAccess(
    { kind: 'gitea', origin, name: 'acme/website', branch: 'main', ...repository },
    { clock, log: createLog({ level: 'warn', clock, write: (line) => lines.push(line) }) },
  );
  return async (token, address = '192.0.2.1') => (await access.accessOf(`Bearer ${token}`, address)).is;
}

describe('A token with permission to push makes an editor', () => {
  const projectOf = (userPermissions: { pushCode: boolean } | undefined) => ({
    data: { project: userPermissions ? { userPermissions } : null },
  });

  test.each([
    ['gitea', '/api/v1/repos/acme/website', { permissions: { push: true } }, { permissions: { push: false } }],
    ['github', '/api/v3/repos/acme/website', { permissions: { push: true } }, { permissions: { push: false } }],
    ['gitlab', '/api/graphql', projectOf({ pushCode: true }), projectOf({ pushCode: false })],
  ] as const)('of %s, at %s', async (kind, url, pushes, reads) => {
    const accessOf = open({ kind });
    respond = (response) => json(response, pushes);
    expect(await accessOf('one')).toBe('editor');
    respond = (response) => json(response, reads);
    expect(await accessOf('two')).toBe('reader');
    expect(requested).toEqual([
      { url, authorization: 'Bearer one' },
      { url, authorization: 'Bearer two' },
    ]);
  });

  test('GitLab is asked about the project by its path', async () => {
    let received: unknown;
    respond = async (response, request) => {
      received = [request.method, request.headers['content-type'], JSON.parse(await text(request))];
      json(response, projectOf({ pushCode: true }));
    };
    await open({ kind: 'gitlab' })('one');
    const query = expect.stringContaining('project(fullPath: $path) { userPermissions { pushCode } }');
    expect(received).toEqual(['POST', 'application/json', { query, variables: { path: 'acme/website' } }]);
  });

  test.each([
    [401, 'unknown'],
    [403, 'outsider'],
    [404, 'outsider'],
    [500, 'unclear'],
  ])('a git host that responds with %i means %s', async (status, expected) => {
    respond = (response) => json(response, {}, status);
    expect(await open()('one')).toBe(expected);
  });

  test.each([{ 'x-ratelimit-remaining': '0' }, { 'retry-after': '60' }])(
    'a 403 of a git host that limits the rate says nothing about access: %j',
    async (headers: OutgoingHttpHeaders) => {
      respond = (response) => response.writeHead(403, headers).end('{}');
      expect(await open()('one')).toBe('unclear');
    },
  );

  test('a project that GitLab does not show means outsider, and is named in the log once', async () => {
    respond = (response) => json(response, projectOf(undefined));
    const accessOf = open({ kind: 'gitlab' });
    expect([await accessOf('one'), await accessOf('two')]).toEqual(['outsider', 'outsider']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${origin}/acme/website`);
    expect(lines[0]).toContain('EDIT_REPOSITORY');
  });

  test.each([
    ['returns no permissions', (response: ServerResponse) => json(response, { permissions: {} }), 'reader'],
    ['returns something else', (response: ServerResponse) => json(response, ['push']), 'unclear'],
    ['returns no JSON', (response: ServerResponse) => response.end('<html>'), 'unclear'],
    [
      'redirects to another host',
      (response: ServerResponse) => response.writeHead(302, { Location: 'https://evil.example/' }).end(),
      'unclear',
    ],
    [
      'returns more than 256 KB',
      (response: ServerResponse) => response.end(`{"permissions":{"push":true}}${' '.repeat(256 * 1024)}`),
      'unclear',
    ],
    ['closes the connection', (response: ServerResponse) => response.destroy(), 'unclear'],
  ])('a git host that %s', async (_, reply, expected) => {
    respond = reply;
    expect(await open()('one')).toBe(expected);
  });

  test('a git host that closes the connection is named in the log with the reason', async () => {
    respond = (response) => response.destroy();
    await open()('one');
    expect(lines.at(-1)).toContain(origin);
    expect(lines.at(-1)).toContain('UND_ERR_SOCKET');
  });
});

describe('The git host is requested', () => {
  test('once in five minutes for an editor, and in 30 seconds for anybody else', async () => {
    const accessOf = open();
    await accessOf('one');
    now += 5 * 60_000;
    expect(await accessOf('one')).toBe('editor');
    expect(requested).toHaveLength(1);
    respond = (response) => json(response, {}, 401);
    now += 1;
    expect(await accessOf('one')).toBe('unknown');
    now += 30_000;
    await accessOf('one');
    expect(requested).toHaveLength(2);
    now += 1;
    await accessOf('one');
    expect(requested).toHaveLength(3);
  });

  test('once by concurrent requests, and again after it failed', async () => {
    const accessOf = open();
    respond = (response) => json(response, {}, 503);
    expect(await Promise.all([accessOf('one'), accessOf('one'), accessOf('one')])).toEqual([
      'unclear',
      'unclear',
      'unclear',
    ]);
    expect(requested).toHaveLength(1);
    respond = (response) => json(response, { permissions: { push: true } });
    expect(await accessOf('one')).toBe('editor');
  });

  test('for 20 tokens of one client in a minute, and not for one more; other clients do not wait', async () => {
    const accessOf = open();
    for (let count = 1; count <= 20; count += 1)
      expect(await accessOf(`guess ${count}`.replace(' ', '-'))).toBe('editor');
    expect(await accessOf('guess-21')).toBe('limited');
    expect(await accessOf('guess-20')).toBe('editor');
    expect(await accessOf('guess-21', '198.51.100.7')).toBe('editor');
    now += 60_000;
    expect(await accessOf('guess-22')).toBe('editor');
  });

  test.each(['', 'with space', 'ümlaut', 'x'.repeat(4001)])('never for %j', async (token) => {
    expect(await open()(token)).toBe('unknown');
    expect(requested).toEqual([]);
  });
});
