import type { CheckedCommit } from '../check-commit.ts';
import { renewedToken, requestSite } from './site-requests.ts';

// Commits are the only way in which the editor changes the content, and all of them are requests to the git host. The site checks each one
// before it is sent: if a commit contains a mistake, the site refuses it and every later one.

/** A file as a commit leaves it: its text, its bytes in Base64, or neither if the commit deletes it. */
interface CommittedFile {
  path: string;
  /** Former path of a renamed file. */
  from?: string;
  text?: string;
  content?: string;
}

/** The bodies of requests that make a commit. */
interface GiteaCommit {
  files: readonly { operation: string; path: string; content: string; from_path?: string }[];
}
interface GitlabCommit {
  actions: readonly {
    action: string;
    file_path: string;
    previous_path?: string;
    content: string;
    encoding: 'text' | 'base64';
  }[];
}
interface GithubCommit {
  variables: {
    input: {
      fileChanges: {
        additions: readonly { path: string; contents: string }[];
        deletions: readonly { path: string }[];
      };
    };
  };
}

/** Returns the files of a commit, and none for any other request. */
export function filesOf(url: string, { method, body }: RequestInit): CommittedFile[] {
  if (method !== 'POST' || typeof body !== 'string') return [];
  if (url.endsWith('/contents')) return (JSON.parse(body) as GiteaCommit).files.flatMap(giteaFiles);
  if (url.endsWith('/repository/commits')) return (JSON.parse(body) as GitlabCommit).actions.flatMap(gitlabFiles);
  if (!url.endsWith('/graphql') || !body.includes('createCommitOnBranch(')) return [];
  const { additions, deletions } = (JSON.parse(body) as GithubCommit).variables.input.fileChanges;
  // It has no renames; the editor deletes and adds entries in one commit only to rename one.
  const isEntry = ({ path }: { path: string }) => /\.(?:md|yaml)$/u.test(path);
  const former = deletions.find(isEntry)?.path;
  return [
    ...deletions.map(({ path }) => ({ path })),
    ...additions.map((file) => ({
      path: file.path,
      ...fromOf(isEntry(file) ? former : undefined),
      content: file.contents,
    })),
  ];
}

const giteaFiles = ({ operation, path, content, from_path }: GiteaCommit['files'][number]): CommittedFile[] => [
  ...(from_path === undefined ? [] : [{ path: from_path }]),
  operation === 'delete' ? { path } : { path, ...fromOf(from_path), content },
];

const fromOf = (from: string | undefined) => (from === undefined ? {} : { from });

const gitlabFiles = ({
  action,
  file_path: path,
  previous_path,
  content,
  encoding,
}: GitlabCommit['actions'][number]): CommittedFile[] => [
  ...(previous_path === undefined ? [] : [{ path: previous_path }]),
  action === 'delete'
    ? { path }
    : { path, ...fromOf(previous_path), [encoding === 'text' ? 'text' : 'content']: content },
];

/** A file in the body of a request. */
interface WrittenFile {
  path?: string;
  file_path?: string;
  content?: string;
  contents?: string;
  encoding?: 'text' | 'base64';
}

/** Returns the body of a commit with other texts of its files, by path. */
export const withTexts = (body: string, texts: CheckedCommit['texts']): string =>
  JSON.stringify(
    JSON.parse(body, (_, value: WrittenFile | null) => {
      const text = texts[value?.path ?? value?.file_path ?? ''];
      if (!value || text === undefined) return value;
      const written = value.encoding === 'text' ? text : base64Of(text);
      if (value.contents !== undefined) return { ...value, contents: written };
      return value.content === undefined ? value : { ...value, content: written };
    }),
  );

const base64Of = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

const sizeOf = ({ text = '', content = '' }: CommittedFile): number => text.length + content.length;

/** How long the site may take to get a commit from the git host, ms. */
const arrivalMs = 10 * 60_000;

/** Maximum size of the files of a check, characters; the site accepts somewhat more. */
const maxSize = 26 * 1024 * 1024;

/** Files that this editor has committed lately, oldest first: the site may not have them yet. */
const recentFiles = new Map<string, { file: CommittedFile; at: number }>();

function remember(files: readonly CommittedFile[]): void {
  for (const file of files) {
    recentFiles.delete(file.path);
    recentFiles.set(file.path, { file, at: Date.now() });
  }
}

/** Git's names of the files in commits that the git host may have made although its response was lost, by path. */
const uncertainFiles = new Map<string, string>();

/** Returns git's name of a file's contents, as the git host lists it; of a deleted file, that of an empty one. */
async function shaOf({ text, content = '' }: CommittedFile): Promise<string> {
  const bytes =
    text === undefined ? Uint8Array.from(atob(content), (c) => c.charCodeAt(0)) : new TextEncoder().encode(text);
  const named = new Blob([`blob ${bytes.length}\0`, bytes]);
  const digest = await crypto.subtle.digest('SHA-1', await named.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Called by the editor about an entry that is not as its author opened it.
 * @returns whether the author has saved it here, in a commit whose response was lost
 */
export const isOwnCommit = ({ locales }: { locales: Readonly<Record<string, { path: string }>> }): boolean =>
  Object.values(locales).every(
    ({ path }) => uncertainFiles.has(path) && uncertainFiles.get(path) === window.loadedFiles.get(path),
  );

/** Returns the files of a commit and those committed before it, as many as a check can have. */
function filesToCheck(files: readonly CommittedFile[]): CommittedFile[] {
  let room = maxSize - files.reduce((sum, file) => sum + sizeOf(file), 0);
  const earlier = [...recentFiles.values()].reverse().filter(({ file, at }) => {
    if (Date.now() - at > arrivalMs || sizeOf(file) > room) return false;
    room -= sizeOf(file);
    return true;
  });
  return [...earlier.reverse().map(({ file }) => file), ...files];
}

/** How often a check is repeated while the site is busy. */
const maxAttempts = 10;

/** Maximum pause before a repetition, s. */
const maxPause = 5;

/** Requests a check of a commit from the site, repeatedly while it is busy. @param token with which the editor makes the commit */
async function check(files: readonly CommittedFile[], token: string): Promise<Response> {
  const body = JSON.stringify({ files: filesToCheck(files) });
  for (let attempt = 1; ; attempt += 1) {
    const response = await requestSite('/edit/commit-check', body, token);
    const pause = Number(response.headers.get('Retry-After'));
    if (response.status !== 503 || attempt === maxAttempts || pause > maxPause) return response;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}

/** A response as of a git host that refuses a commit: the editor shows the message. */
const refusal = (message: string, status = 422): Response => Response.json({ message }, { status });

/**
 * Asks the author about a commit that the site would refuse. The author may know better: others change the repository too.
 * @returns the texts to commit instead of those of the editor; a refusal if the author cancels, or may not commit
 */
async function confirmedTexts(
  files: readonly CommittedFile[],
  token: string,
): Promise<CheckedCommit['texts'] | Response> {
  // A proxy in front of a site that restarts responds with a page.
  let reason = 'it cannot be reached at the moment.';
  let advice = 'try again in a minute';
  try {
    const response = await check(files, token);
    const result: CheckedCommit & { message: string } = await response.json();
    if (response.ok) {
      const { problems, texts } = result;
      const list = problems.map((problem) => `• ${problem}`).join('\n');
      const mayCommit =
        problems.length === 0 ||
        confirm(
          `The site would refuse this change, and every later one, until it is corrected:\n\n${list}\n\nChoose Cancel to correct it first. Save it anyway?`,
        );
      return mayCommit ? texts : refusal('Nothing was saved: the site would refuse it.');
    }
    // The git host would refuse it, too.
    if (response.status === 401 || response.status === 403) return refusal(result.message, response.status);
    reason = result.message;
    if (response.status === 413) advice = 'save them one by one';
  } catch {}
  return confirm(
    `The site could not check this change: ${reason}\n\nChoose Cancel to ${advice}; your text stays here. Save it now, without a check?`,
  )
    ? {}
    : refusal(`Nothing was saved: the site could not check it. Please ${advice}.`);
}

const isKept = 'Your text is kept in this browser.';

/** What GitLab and Gitea say about a file that somebody else has changed since the editor read it. The editor itself says so of GitHub. */
const conflict = /has changed since you started editing|^sha does not match/u;

/**
 * Fetches, and replaces “Failed to fetch”, which the editor would show, by what to do about it. The browser does not tell a host that
 * does not allow the site from one that is down.
 */
async function requestHost(fetch: typeof window.fetch, ...request: Parameters<typeof window.fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    const { origin, pathname } = new URL(String(request[0]), location.href);
    if (!(error instanceof TypeError) || origin === location.origin) throw error;
    const message = `Your browser gets no response from ${origin}. Please try again in a minute. If that does not help, tell whoever runs the site: the host must allow ${location.origin} to use its API (CORS).`;
    // The editor would replace the error of a sign-in by one that says less.
    if (/\/oauth\/(?:access_)?token$/u.test(pathname)) return Response.json({ error: message }, { status: 503 });
    throw new TypeError(message);
  }
}

/**
 * Returns why a commit failed; undefined if it did not.
 * @param options.isHosted whether a git host responds, whose reasons do not tell an author what to do
 * @param options.isRepeated whether an earlier response about the same files was lost
 */
export async function failureOf(
  response: Response,
  { isHosted, isRepeated = false }: { isHosted: boolean; isRepeated?: boolean },
): Promise<string | undefined> {
  const saved = isRepeated
    ? 'Your earlier attempt, of which the response was lost, may have been saved.'
    : 'Nothing was saved.';
  // The editor on one's own machine issues another token at each start.
  if (response.status === 401)
    return isHosted
      ? `The git host no longer accepts your sign-in. ${saved} ${isKept} Reload the window and sign in again.`
      : `The editor was restarted. ${saved} ${isKept} Reload the window.`;
  const result: { message?: string; error?: string; errors?: readonly { message: string }[] } | undefined =
    await response
      .clone()
      .json()
      .catch(() => undefined);
  // GitHub refuses a commit with status 200.
  if (response.ok && !result?.errors) return undefined;
  const refusals = result?.errors?.map(({ message }) => message).join(', ');
  // Of GitLab, as of OAuth (RFC 6750, section 3.1). Such a token can sign in.
  if (result?.error === 'insufficient_scope')
    return `Your token lacks the scope “api”. ${saved} ${isKept} Create a token with that scope at the git host, sign out here, and sign in with it.`;
  const reason = refusals || result?.message;
  // A proxy in front of the host responds with a page.
  if (!reason)
    return `The server responded with the error ${response.status}. ${isKept} Please try again in some minutes.`;
  if (!isHosted) return reason;
  if (conflict.test(reason) && !isRepeated)
    return `The repository has been updated by someone else while saving. ${saved} ${isKept} Please try again.`;
  return `The git host refused the change: “${reason}”. ${saved} ${isKept} Reload the window and try again. If it is refused again, show this message to the owner of the repository.`;
}

/**
 * Adds to each commit of the editor a check by the site, which also restores comments and line breaks, and an explanation of its failure.
 * @param options.isChecked whether the site checks it first; `npm run edit` does so itself when it writes the files
 */
export function superviseCommits({ isChecked }: { isChecked: boolean }): void {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const [url, init = {}] = request;
    const files = filesOf(String(url), init);
    if (files.length === 0) return requestHost(fetch, ...request);
    const headers = new Headers(init.headers);
    const [scheme, token = ''] = headers.get('Authorization')?.split(' ') ?? [];
    let isCanceled = false;
    const commit = async (token: string) => {
      const texts = isChecked ? await confirmedTexts(files, token) : {};
      if (texts instanceof Response) {
        isCanceled = texts.status === 422;
        return texts;
      }
      headers.set('Authorization', `${scheme} ${token}`);
      const sent = { ...init, headers, body: withTexts(String(init.body), texts) };
      const response = await fetch(url, sent).catch(() => undefined);
      const isRepeated = files.some(({ path }) => uncertainFiles.has(path));
      if (!response || response.status >= 500)
        for (const file of filesOf(String(url), sent)) uncertainFiles.set(file.path, await shaOf(file));
      if (!response)
        return refusal(`The server cannot be reached. ${isKept} Please try again, or reload the window.`, 503);
      const failure = await failureOf(response, { isHosted: isChecked, isRepeated });
      if (failure !== undefined) return refusal(failure, response.ok ? 422 : response.status);
      for (const { path } of files) uncertainFiles.delete(path);
      remember(filesOf(String(url), sent));
      return response;
    };
    let response = await commit(token);
    const renewed = response.status === 401 ? await renewedToken() : undefined;
    if (renewed !== undefined) response = await commit(renewed);
    // At 401 the editor would renew the token itself, and replace this message by one to try again later.
    if (response.status === 401) response = refusal((await response.json()).message, 403);
    // Of an upload or a deletion, the editor only says that it failed, or nothing.
    const isEntry = !location.hash.startsWith('#/assets') && files.some((file) => sizeOf(file) > 0);
    if (!response.ok && !isEntry && !isCanceled) alert((await response.clone().json()).message);
    return response;
  };
}
