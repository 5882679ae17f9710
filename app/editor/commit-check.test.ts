import { expect, test } from 'vitest';
import { failureOf, filesOf, withTexts } from './browser/commit-check.ts';
import { checkCommit } from './check-commit.ts';

// The requests with which the editor commits at each kind of git host: one picture, one renamed entry, one deleted entry.

const written = { path: 'content/media/a.png', content: 'iVBO' };
const [former, renamed, gone] = ['content/legal/a.md', 'content/legal/b.md', 'content/legal/c.md'];

test.each([
  [
    'https://git.example/api/v1/repos/acme/website/contents',
    {
      files: [
        { operation: 'create', ...written },
        { operation: 'update', path: renamed, from_path: former, content: 'eA==', sha: '1' },
        { operation: 'delete', path: gone, content: '', sha: '2' },
      ],
    },
  ],
  [
    'https://api.github.com/graphql',
    {
      query: 'mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
      variables: {
        input: {
          fileChanges: {
            additions: [
              { path: written.path, contents: written.content },
              { path: renamed, contents: 'eA==' },
            ],
            deletions: [{ path: former }, { path: gone }],
          },
        },
      },
    },
  ],
  [
    'https://gitlab.com/api/v4/projects/acme%2Fwebsite/repository/commits',
    {
      actions: [
        { action: 'create', file_path: written.path, content: written.content, encoding: 'base64' },
        { action: 'move', file_path: renamed, previous_path: former, content: 'x', encoding: 'text' },
        { action: 'delete', file_path: gone, content: '', encoding: 'text' },
      ],
    },
  ],
])('A commit is recognised: %s', (url, body) => {
  const files = filesOf(url, { method: 'POST', body: JSON.stringify(body) });
  const isText = url.includes('gitlab');
  expect(files).toHaveLength(4);
  expect(files).toEqual(
    expect.arrayContaining([
      written,
      { path: former },
      {
        path: renamed,
        from: former,
        ...(isText ? { text: 'x' } : { content: 'eA==' }),
      },
      { path: gone },
    ]),
  );
  const merged = JSON.parse(withTexts(JSON.stringify(body), { [renamed]: '# “ü”\nx' }));
  const expected = JSON.stringify(body).replace(/"(contents?)":"(?:x|eA==)"/u, (_, key) =>
    JSON.stringify({ [key]: isText ? '# “ü”\nx' : Buffer.from('# “ü”\nx').toString('base64') }).slice(1, -1),
  );
  expect(merged).toEqual(JSON.parse(expected));
});

test.each([
  ['https://api.github.com/graphql', 'POST', '{"query":"query { viewer { login } }"}'],
  ['https://gitlab.com/api/v4/projects/acme%2Fwebsite/repository/commits', 'GET', undefined],
])('Other requests are none: %s', (url, method, body) => {
  expect(filesOf(url, { method, body: body ?? null })).toEqual([]);
});

test.each([
  [new Response('{"data":{"createCommitOnBranch":{"commit":{"oid":"1"}}}}'), undefined],
  [new Response('{"data":null,"errors":[{"message":"Changes must be made through a pull request"}]}'), /pull request/u],
  [
    Response.json({ message: 'branch main is protected' }, { status: 403 }),
    /refused the change: “branch main is protected”\. Nothing was saved\. Your text is kept .* owner of the repository/u,
  ],
  [
    Response.json({ message: 'The file has changed since you started editing it: content/a.md' }, { status: 400 }),
    /updated by someone else while saving\. Nothing was saved\. .* Please try again\.$/u,
  ],
  [new Response('<h1>Bad Gateway</h1>', { status: 502 }), /error 502.*kept in this browser/u],
  [
    Response.json(
      { error: 'insufficient_scope', error_description: 'The request requires higher privileges', scope: 'api' },
      { status: 403 },
    ),
    /scope “api”\. Nothing was saved\. .* sign in with it\./u,
  ],
  [Response.json({ message: 'Bad credentials' }, { status: 401 }), /sign in again/u],
])('A commit that the git host refuses is a failure with a reason: %j', async (response, reason) => {
  const failure = await failureOf(response, { isHosted: true });
  if (reason) expect(failure).toMatch(reason);
  else expect(failure).toBe(reason);
  expect(response.bodyUsed).toBe(false);
});

test('What the editor of this machine refuses is explained by its own message', async () => {
  expect(
    await failureOf(Response.json({ message: 'Title: must not be empty' }, { status: 422 }), { isHosted: false }),
  ).toBe('Title: must not be empty');
  const expired = Response.json({ message: 'This editor was restarted; reload the page.' }, { status: 401 });
  expect(await failureOf(expired, { isHosted: false }), 'without an account to sign in to').toBe(
    'The editor was restarted. Nothing was saved. Your text is kept in this browser. Reload the window.',
  );
});

test.each([
  ['that the site does not have yet', 'legal/a.md'],
  ['that the site has', 'legal/b.md'],
])('A file keeps its comments and wrapped lines when it is edited after a new name %s', async (_, path) => {
  const textOf = (title: string) => `---\n# Kept by hand\ntitle: ${title}\n---\n\nOne\ntwo.\n`;
  const check = {
    readText: async (read: string) => (read === path ? textOf('A') : ''),
    attempt: async () => ({ content: undefined, problems: [], earlier: [], warnings: [] }),
  };
  const [from, renamed] = ['content/legal/a.md', 'content/legal/b.md'];
  const edited = textOf('B').replace('# Kept by hand\n', '');
  const files = [{ path: from }, { path: renamed, from, text: textOf('A') }, { path: renamed, text: edited }];
  const { texts } = await checkCommit(Buffer.from(JSON.stringify({ files })), check);
  expect(texts[renamed]).toBe(textOf('B'));
});
