import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';

/** An account at the git host. */
interface Account {
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly mayPush: boolean;
}

/** A git host with the endpoints that the editor uses, over a real bare repository. */
export interface GitHost extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Of the bare repository; to be cloned and pulled from. */
  readonly directory: string;
  /** Each request that reached the API, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** Runs git in the repository. */
  git(...parameters: string[]): Promise<string>;
  /** Replaces the status of the API's response about the repository: 503 for a host that fails. */
  respondOnceWith(status: number): void;
  /** Ends the validity of all tokens that were issued by OAuth; their refresh tokens remain valid. */
  expireTokens(): void;
}

const repository = 'acme/website';
const branch = 'main';

/** The editor's client id at the host (OAuth). */
export const appId = 'b7a7c2f0-editor';

const mira: Account = { login: 'mira', name: 'Mira Editor', email: 'mira@acme.example', mayPush: true };

/** Accounts by their access tokens. */
const accounts: ReadonlyMap<string, Account> = new Map([
  ['editor-token', mira],
  ['reader-token', { login: 'rolf', name: 'Rolf Reader', email: 'rolf@acme.example', mayPush: false }],
]);

const seed = { name: 'Seed', email: 'seed@acme.example' };

/** Runs git and returns its output, whole. */
export function git(
  directory: string,
  parameters: readonly string[],
  { input = '', environment = {} }: { input?: string | Uint8Array; environment?: Record<string, string> } = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      parameters,
      {
        cwd: directory,
        env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ...environment },
        encoding: 'buffer',
        maxBuffer: 256 * 1024 * 1024,
      },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
    // Commands that read no input may have ended by now; their exit code decides.
    child.stdin?.on('error', () => {}).end(input);
  });
}

const identity = ({ name, email }: { name: string; email: string }, date?: string): Record<string, string> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
  ...(date ? { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } : {}),
});

const changesSchema = z.object({
  branch: z.literal(branch),
  message: z.string().min(1),
  author: z.object({ name: z.string(), email: z.string() }),
  dates: z.object({ author: z.string() }),
  files: z.array(
    z.object({
      operation: z.enum(['create', 'update', 'delete']),
      path: z.string().min(1),
      content: z.base64(),
      from_path: z.string().optional(),
      sha: z.string().optional(),
    }),
  ),
});

/**
 * Starts a host with one repository: as much of the REST API of Gitea 1.24 and of its OAuth (authorisation code with PKCE, RFC 7636)
 * as the editor uses.
 * @param content directory that is committed as `content/`
 * @param allowedOrigin of pages that may call the API from a browser, like `[cors]` in Gitea's `app.ini`
 */
export async function startGitHost(content: string, allowedOrigin: string): Promise<GitHost> {
  const folder = await mkdtemp(join(tmpdir(), 'git-host-'));
  const directory = join(folder, 'website.git');
  await seedRepository(folder, directory, content);

  const requests: string[] = [];
  const state: HostState = { tokens: new Set() };
  const app = new Hono();
  app.use('/api/*', async (context, next) => {
    requests.push(`${context.req.method} ${context.req.path}`);
    await next();
  });
  app.use('*', cors({ origin: allowedOrigin, allowHeaders: ['Authorization', 'Content-Type'] }));
  app.route('/login/oauth', oauthRoutes(state));
  app.route('/api/v1', apiRoutes(directory, state));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    directory,
    requests,
    git: async (...parameters) => String(await git(directory, parameters)).trimEnd(),
    respondOnceWith: (status) => {
      state.failure = status;
    },
    expireTokens: () => state.tokens.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function seedRepository(folder: string, directory: string, content: string): Promise<void> {
  await git(folder, ['init', '--bare', '--initial-branch', branch, directory]);
  const work = join(folder, 'seed');
  await git(folder, ['clone', '--quiet', directory, work]);
  await cp(content, join(work, 'content'), { recursive: true });
  await git(work, ['add', '--all']);
  await git(work, ['commit', '--quiet', '--message', 'Begin'], { environment: identity(seed) });
  await git(work, ['push', '--quiet', 'origin', `HEAD:${branch}`]);
  await rm(work, { recursive: true });
}

interface HostState {
  failure?: number | undefined;
  /** Valid access tokens that were issued by OAuth. */
  readonly tokens: Set<string>;
}

/** Signing in in a window of the host, and renewing a token (RFC 6749 §6). A refresh token is valid once, as at GitLab. */
function oauthRoutes({ tokens }: HostState): Hono {
  const refreshTokens = new Set<string>();
  const issue = () => {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()];
    tokens.add(access_token);
    refreshTokens.add(refresh_token);
    return { access_token, token_type: 'bearer', expires_in: 3600, refresh_token };
  };
  const grants = new Map<string, { challenge: string; redirect: string }>();
  return new Hono()
    .get('/authorize', (context) => {
      const query = context.req.query();
      if (query.client_id !== appId || query.code_challenge_method !== 'S256' || query.response_type !== 'code')
        return context.text('unauthorized_client', 400);
      const code = randomUUID();
      grants.set(code, { challenge: query.code_challenge ?? '', redirect: query.redirect_uri ?? '' });
      const back = new URL(query.redirect_uri ?? '');
      back.search = String(new URLSearchParams({ code, state: query.state ?? '' }));
      return context.html(
        `<!doctype html><title>Sign in</title><a href="${String(back).replaceAll('&', '&amp;')}">Authorize as Mira</a>`,
      );
    })
    .post('/access_token', async (context) => {
      const { grant_type, client_id, code, redirect_uri, code_verifier, refresh_token } = await context.req.json();
      if (grant_type === 'refresh_token' && client_id === appId && refreshTokens.delete(refresh_token))
        return context.json(issue());
      const grant = grants.get(code);
      grants.delete(code);
      const challenge = createHash('sha256').update(String(code_verifier)).digest('base64url');
      const isValid =
        grant_type === 'authorization_code' &&
        client_id === appId &&
        grant?.redirect === redirect_uri &&
        grant?.challenge === challenge;
      if (!isValid) return context.json({ error: 'unauthorized_client' }, 400);
      return context.json(issue());
    });
}

function apiRoutes(directory: string, state: HostState): Hono<{ Variables: { who: Account } }> {
  const read = (...parameters: string[]) => git(directory, parameters);
  const text = async (...parameters: string[]) => String(await read(...parameters)).trimEnd();
  const api = new Hono<{ Variables: { who: Account } }>().basePath('/');
  const repo = `/repos/${repository}`;

  api.use(async (context, next) => {
    const [, token = ''] = /^(?:token|bearer) (.+)$/iu.exec(context.req.header('Authorization') ?? '') ?? [];
    const who = state.tokens.has(token) ? mira : accounts.get(token);
    if (!who) return context.json({ message: 'invalid username, password or token' }, 401);
    context.set('who', who);
    await next();
  });
  api.get('/version', (context) => context.json({ version: '1.24.6' }));
  api.get('/settings/api', (context) =>
    context.json({ max_response_items: 50, default_paging_num: 30, default_max_blob_size: 10_485_760 }),
  );
  api.get('/user', (context) => {
    const { login, name, email } = context.get('who');
    return context.json({ id: 1, login, full_name: name, email, avatar_url: '', html_url: '' });
  });
  api.get(repo, (context) => {
    const { failure } = state;
    state.failure = undefined;
    if (failure) return context.json({ message: 'ill' }, failure as 503);
    const push = context.get('who').mayPush;
    return context.json({ default_branch: branch, permissions: { admin: false, push, pull: true } });
  });
  api.get(`${repo}/branches/${branch}`, async (context) =>
    context.json({ commit: { id: await text('rev-parse', branch), message: await text('log', '-1', '--format=%B') } }),
  );
  api.get(`${repo}/git/trees/:ref`, async (context) => {
    const lines = (await text('ls-tree', '-r', '-l', '-z', context.req.param('ref'))).split('\0').filter(Boolean);
    const all = lines.map((line) => {
      const [, sha, size, path] = /^\d+ blob (\w+)\s+(\d+)\t(.*)$/su.exec(line) ?? [];
      return { type: 'blob', path, sha, size: Number(size) };
    });
    const perPage = 1000;
    const page = Number(context.req.query('page') ?? 1);
    const tree = all.slice((page - 1) * perPage, page * perPage);
    return context.json({ tree, page, total_count: all.length, truncated: page * perPage < all.length });
  });
  api.post(`${repo}/file-contents`, async (context) => {
    const { files } = z.object({ files: z.array(z.string()).max(50) }).parse(await context.req.json());
    const contents = files.map(async (path) => {
      const bytes = await read('cat-file', 'blob', `${branch}:${path}`);
      const sha = await text('rev-parse', `${branch}:${path}`);
      return { path, sha, encoding: 'base64', content: bytes.toString('base64') };
    });
    return context.json(await Promise.all(contents));
  });
  api.get(`${repo}/media/${branch}/*`, async (context) => {
    const path = decodeURIComponent(context.req.path.split(`/media/${branch}/`)[1] ?? '');
    return context.body(new Uint8Array(await read('cat-file', 'blob', `${branch}:${path}`)));
  });
  api.get(`${repo}/commits`, async (context) => {
    const format = '--format=%H%x00%an%x00%ae%x00%aI';
    const path = context.req.query('path') ?? '.';
    const lines = (await text('log', format, branch, '--', path)).split('\n').filter(Boolean);
    return context.json(
      lines.map((line) => {
        const [sha, name, email, date] = line.split('\0');
        return { sha, created: date, commit: { author: { name, email, date } }, author: null };
      }),
    );
  });
  api.post(`${repo}/contents`, async (context) => {
    if (!context.get('who').mayPush) return context.json({ message: 'must have write access' }, 403);
    const request = changesSchema.parse(await context.req.json());
    const saved = await commit(directory, request);
    return context.json({ commit: { sha: saved.sha, created: request.dates.author }, files: saved.files }, 201);
  });
  api.onError((error, context) => context.json({ message: error.message }, 422));
  return api;
}

/** Commits changes like a host, in a separate index. */
async function commit(directory: string, { message, author, dates, files }: z.infer<typeof changesSchema>) {
  const folder = await mkdtemp(join(tmpdir(), 'git-index-'));
  const environment = { GIT_INDEX_FILE: join(folder, 'index'), ...identity(author, dates.author) };
  const run = async (parameters: string[], input?: Uint8Array) =>
    String(await git(directory, parameters, { environment, ...(input ? { input } : {}) })).trim();
  try {
    const parent = await run(['rev-parse', branch]);
    await run(['read-tree', parent]);
    const saved = [];
    for (const { operation, path, content, from_path, sha } of files) {
      const source = from_path ?? path;
      if (operation !== 'create' && (await run(['rev-parse', `${parent}:${source}`])) !== sha)
        throw new Error(`sha does not match [given: ${sha}]`);
      if (operation === 'delete' || source !== path)
        await run(['update-index', '--index-info'], Buffer.from(`0 ${'0'.repeat(40)}\t${source}\n`));
      if (operation === 'delete') saved.push(null);
      else {
        const blob = await run(['hash-object', '-w', '--stdin'], Buffer.from(content, 'base64'));
        await run(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`]);
        saved.push({ path, sha: blob });
      }
    }
    const sha = await run(['commit-tree', await run(['write-tree']), '-p', parent, '-m', message]);
    await run(['update-ref', `refs/heads/${branch}`, sha, parent]);
    return { sha, files: saved };
  } finally {
    await rm(folder, { recursive: true });
  }
}
