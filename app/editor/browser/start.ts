import type { AppEventListener, CmsConfig } from '@sveltia/cms';
import type { GitPages } from '../editor-repository.ts';
import { createAuthorField } from './author-field.ts';
import { isOwnCommit, superviseCommits } from './commit-check.ts';
import { preparePastedText } from './pasted-text.ts';
import { createPreview, type PreviewOptions } from './preview.ts';
import { type Collection, showRefusedContent } from './refused-content.ts';
import { sharedRenewal } from './site-requests.ts';
import { continueBelowTables } from './tables.ts';
import { keepUnsavedWork } from './unsaved-work.ts';
import { correctMarkdown, indentLists, joinLines, markOf } from './written-text.ts';

// Starts the editor (Sveltia CMS) with the configuration that this server derives from its schemas.

interface Configuration extends PreviewOptions {
  config: Omit<CmsConfig, 'collections'> & { collections: readonly Collection[] };
  /** On localhost, where there is no account to sign in to. */
  user?: object;
  gitPages?: GitPages;
}

const userKey = 'sveltia-cms.user';

const readConfiguration = async (): Promise<Configuration> => (await fetch('/edit/config.json')).json();

type Entry = Parameters<AppEventListener['handler']>[0]['entry'];

/**
 * Gives a new article the time at which it is saved as its number, s: the site need not have the articles that this and other authors
 * have saved before it.
 */
const assignNumber = (entry: Entry): Entry =>
  entry.get('newRecord') && entry.hasIn(['data', 'id'])
    ? entry.setIn(['data', 'id'], Math.floor(Date.now() / 1000))
    : entry;

/** After a change of the slug, the editor adds the former path. Articles redirect from a former slug. */
function keepFormerSlug(entry: Entry): Entry {
  const paths = entry.getIn(['data', 'former_paths']) as Iterable<string> | undefined;
  if (!paths) return entry;
  const former = (entry.getIn(['data', 'former_slugs']) ?? []) as Iterable<string>;
  const slugs = new Set([...former, ...[...paths].flatMap((path) => path.split('/').filter(Boolean).at(-1) ?? [])]);
  // After it was given a former one again.
  slugs.delete(entry.get('slug') as string);
  return entry.deleteIn(['data', 'former_paths']).setIn(['data', 'former_slugs'], [...slugs]);
}

/**
 * Refuses to save a day without a time, or without another of its parts: browsers give it no value, and an article would go live at once.
 * @throws what the editor shows as the reason
 */
function refuseIncompleteTimes(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.content-editor input')];
  const field = inputs.find(({ validity }) => validity.badInput)?.closest('[data-key-path]');
  if (!field) return;
  const label = field.querySelector('h4')?.textContent;
  const reason = `“${label}” lacks a part of its date or time. Please fill in all parts, or none. Nothing was saved.`;
  throw new Error('saving_failed', { cause: new Error(reason) });
}

/**
 * The editor renders fields and entries of lists when they come into view. The next ones must be there before: the Tab key and screen
 * readers go to what exists, and would leave a list of sections after its first one.
 */
function renderFieldsAhead(): void {
  const { IntersectionObserver } = window;
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, { scrollMargin: '100%', ...options });
    }
  };
}

/** Returns the question before a click that takes work from an author which the editor cannot restore; undefined before any other. */
function questionBefore(clicked: Element): string | undefined {
  const removal = clicked.closest('[data-key-path] .header > .end > button')?.querySelector('.icon');
  if (removal?.textContent === 'close') return 'Remove this part, with everything in it?';
  // The last action in the menus of an entry and of its fields. Its label is in the language of the browser.
  const isLast = clicked.closest('.menuitem:not(:has(~ .menuitem > [role="menuitem"])) > [role="menuitem"]');
  // Not the menu of section types, whose button is in a toolbar of another class.
  const menu = document.querySelector(
    '.content-editor :is(.sui.toolbar, .field > header) [aria-haspopup][aria-expanded="true"]',
  );
  return isLast && menu ? 'Undo all changes here that are not saved?' : undefined;
}

/** Asks before a section, or another part with fields of its own, is removed, and before unsaved changes are. */
function askBeforeRemoval(): void {
  const ask = (event: MouseEvent) => {
    const question = questionBefore(event.target as Element);
    if (question === undefined || confirm(question)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', ask, true);
}

const picture = /\.(?:jpe?g|png|webp|avif|svg)$/iu;
const pdf = /\.pdf$/iu;

/** Refuses pictures in tables: the editor shows them, and writes the table without them. */
function refusePicturesInTables(): void {
  const refuse = (event: DragEvent) => {
    if (!event.dataTransfer?.files.length || !(event.target as Element).closest('td, th')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    alert('A table takes no pictures. Drop the picture onto the text above or below it.');
  };
  document.addEventListener('drop', refuse, true);
}

/** Names of devices in Windows, in which a repository with such a file cannot be cloned. The editor fails without a message. */
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\./iu;

/**
 * Refuses files that the site does not accept: in the list of assets, where the git host would accept them and the site refuse all later
 * changes, and in texts, where the editor ignores them without a message.
 */
function refuseOtherFiles(): void {
  const reasonAgainst = ({ name }: File, isText: boolean): string | undefined => {
    if (reserved.test(name)) return 'Windows does not allow this name. Please rename the file.';
    if (picture.test(name)) return undefined;
    if (isText)
      return 'A text takes pictures: JPEG, PNG, WebP, AVIF or SVG. Export others as JPEG; upload a PDF under Assets, and link to it.';
    if (pdf.test(name) || !location.hash.startsWith('#/assets')) return undefined;
    return 'The site takes pictures (JPEG, PNG, WebP, AVIF, SVG) and PDF files.';
  };
  const check = (event: Event, files: FileList | null | undefined) => {
    const isText = event.target instanceof HTMLElement && event.target.isContentEditable;
    const refused = [...(files ?? [])].find((file) => reasonAgainst(file, isText));
    if (!refused) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    alert(`“${refused.name}” is not uploaded. ${reasonAgainst(refused, isText)}`);
    // Otherwise the editor believes the file dialog open, and on a touchscreen does not open it again.
    if (event.type === 'change') event.target?.dispatchEvent(new Event('cancel', { bubbles: true }));
  };
  document.addEventListener('drop', (event) => check(event, event.dataTransfer?.files), true);
  document.addEventListener('paste', (event) => check(event, event.clipboardData?.files), true);
  document.addEventListener('change', (event) => check(event, (event.target as HTMLInputElement).files), true);
}

/** Called by the editor about a picture that it does not put into a text. */
const refusePicture = ({ name }: File): void =>
  alert(
    `“${name}” is not uploaded. It is larger than 20 MB, damaged, or of another format than its name says, such as a phone's HEIC. Please export it as JPEG.`,
  );

/**
 * Called by the editor when it has loaded a repository with nothing to edit. It would offer empty lists and forms, and save into it.
 * @throws what the editor shows as the reason
 */
function refuseEmptyRepository(): never {
  const reason =
    'This branch of the repository has no folder “content” with the files of the site. Please tell whoever runs the site: its settings EDIT_REPOSITORY and EDIT_BRANCH must name the repository that it shows.';
  throw new Error('There is nothing to edit', { cause: new Error(reason) });
}

async function start(): Promise<void> {
  const { config, user, gitPages, linkedFolders } = await readConfiguration();
  if (user) localStorage.setItem(userKey, JSON.stringify(user));
  superviseCommits({ isChecked: !user });
  showRefusedContent(config.collections, gitPages);
  renderFieldsAhead();
  window.CMS_MANUAL_INIT = true;
  Object.assign(window, {
    correctMarkdown,
    indentLists,
    isOwnCommit,
    joinLines,
    markOf,
    refuseEmptyRepository,
    refusePicture,
    sharedRenewal,
  });
  keepUnsavedWork();
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('The editor could not be loaded')));
    script.src = '/edit/sveltia-cms.js';
    document.head.append(script);
  });
  const { CMS } = window;
  CMS.registerEventListener({
    name: 'preSave',
    handler: ({ entry }) => {
      refuseIncompleteTimes();
      return keepFormerSlug(assignNumber(entry));
    },
  });
  CMS.registerFieldType('author', createAuthorField());
  CMS.registerPreviewStyle('/edit/editor.css');
  const names = config.collections.flatMap(({ name, files }) => files?.map((file) => file.name) ?? name);
  for (const name of names) CMS.registerPreviewTemplate(name, createPreview({ linkedFolders }));
  preparePastedText();
  refuseOtherFiles();
  refusePicturesInTables();
  askBeforeRemoval();
  continueBelowTables();
  await CMS.init({ config: config as CmsConfig });
}

start().catch((error: Error) => {
  document.body.textContent = `${error.message}. Reload the page to try again.`;
});
