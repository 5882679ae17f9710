import type { GitPages } from '../editor-repository.ts';
import { isSignedIn, requestSite } from './site-requests.ts';

// Shows above the editor what its author would not read there: what the site refuses, since visitors see no change until it is corrected;
// and that the git host does not respond, or does not accept the author.

/** Part of the editor's configuration: either a folder of entries, or files. */
export interface Collection {
  name: string;
  folder?: string;
  files?: readonly { name: string; file: string }[];
}

interface Refused {
  /** ISO 8601. */
  since: string;
  problems: readonly { file: string; message: string }[];
}

interface Status {
  refused?: Refused;
  /** Why the author has no access, or the git host cannot say so. */
  message?: string;
}

/** Time between two requests for the status, ms. */
const pollMs = 15_000;

export function showRefusedContent(collections: readonly Collection[], gitPages: GitPages | undefined): void {
  const notice = document.createElement('aside');
  notice.className = 'refusedContent';
  notice.setAttribute('role', 'alert');
  document.body.prepend(notice);
  let shown = '';
  const update = async () => {
    if (document.hidden) return;
    const response = isSignedIn() ? await requestSite('/edit/content-status') : Response.json({});
    // The editor is about to renew an expired token, or will say so when saving.
    if (response.status === 401) return;
    const status: Status = await response.json();
    // An alert that is replaced is read aloud again.
    if (JSON.stringify(status) === shown) return;
    shown = JSON.stringify(status);
    const { refused, message } = status;
    notice.replaceChildren(
      ...(refused ? contentOf(refused, collections, gitPages) : []),
      ...(message ? [element('strong', message)] : []),
    );
  };
  // The next request follows: the server may be restarting.
  const tryUpdate = () => void update().catch(() => {});
  setInterval(tryUpdate, pollMs);
  addEventListener('hashchange', tryUpdate);
  document.addEventListener('visibilitychange', tryUpdate);
  tryUpdate();
}

function contentOf(
  { since, problems }: Refused,
  collections: readonly Collection[],
  gitPages: GitPages | undefined,
): Element[] {
  const heading = element('strong', `Since ${new Date(since).toLocaleString()}, the site shows no changes`);
  const text = element(
    'p',
    'Nothing is lost: visitors see the content from before, and all changes once these mistakes are corrected.',
  );
  const list = document.createElement('ul');
  list.append(
    ...problems.map(({ file, message }) => {
      const item = element('li', `${message} `);
      const href = hrefOf(file, collections);
      if (href) item.append(linkTo(href, isMedia(file) ? 'Delete or replace it' : 'Correct it'));
      if (gitPages && !isMedia(file))
        item.append(href ? ' or ' : '', linkToGitHost(gitPages.edit + encodeURI(file), 'edit the file itself'));
      return item;
    }),
  );
  const unreadable = element(
    'p',
    `If the editor finds no such entry, it cannot read the file: ${gitPages ? 'edit the file itself' : 'correct it with a text editor'}, or undo the change.`,
  );
  if (!gitPages) return [heading, text, list, unreadable];
  const undo = element('p', 'To see who changed what, or to undo a change: ');
  undo.append(linkToGitHost(gitPages.history, 'recent changes'));
  return [heading, text, list, unreadable, undo];
}

const isMedia = (file: string): boolean => file.startsWith('media/');

/** Returns the URL in the editor where a file can be corrected. @param file path below the content directory */
function hrefOf(file: string, collections: readonly Collection[]): string | undefined {
  if (isMedia(file)) return '#/assets';
  for (const { name, folder, files = [] } of collections) {
    const single = files.find((candidate) => candidate.file.endsWith(`/${file}`));
    if (single) return `#/collections/${name}/entries/${single.name}`;
    const slash = file.lastIndexOf('/');
    if (slash >= 0 && folder?.endsWith(`/${file.slice(0, slash)}`))
      return `#/collections/${name}/entries/${file.slice(slash + 1).replace(/\.\w+$/u, '')}`;
  }
  return undefined;
}

const element = (name: string, text: string) => Object.assign(document.createElement(name), { textContent: text });

const linkTo = (href: string, text: string) => Object.assign(document.createElement('a'), { href, textContent: text });

const linkToGitHost = (href: string, text: string) =>
  Object.assign(linkTo(href, text), { target: '_blank', rel: 'noopener' });
