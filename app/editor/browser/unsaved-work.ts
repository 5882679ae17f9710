// Functions that the editor calls, corrected by `commands/build-editor.ts`: by itself it loses what authors type while it saves, and saves
// restored work over what others have saved.

/** What an entry was when its author opened it. */
interface State {
  /** Names of its files' contents. */
  shas: readonly (string | undefined)[];
  /** As JSON, since the editor's own objects cannot be stored. */
  locales: string;
}

/** An entry that the editor has loaded. */
interface Loaded {
  locales: Readonly<Record<string, { path: string }>>;
}

/** Unsaved work: in the editor, or stored in this browser. */
interface Work {
  begun?: State;
}

interface StoredWork extends Work {
  collectionName: string;
  slug: string;
  currentValues: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Where the editor stores unsaved work; undefined before it knows the repository. */
export interface WorkStore {
  values(): Promise<readonly StoredWork[]>;
}

/** Keeps the author from typing while an entry is being saved, which would not be saved. @returns allows it again */
function holdFields(): () => void {
  const editor = document.querySelector<HTMLElement>('.content-editor');
  const hold = (isHeld: boolean) => {
    if (editor) Object.assign(editor, { inert: isHeld, ariaBusy: String(isHeld) });
  };
  hold(true);
  return () => hold(false);
}

/** Returns the state of an entry that is being opened; undefined for a new one. */
const stateOf = (entry: Loaded | undefined): State | undefined =>
  entry && {
    shas: Object.values(entry.locales).map(({ path }) => window.loadedFiles.get(path)),
    locales: JSON.stringify(entry.locales),
  };

/**
 * Continues with stored work. If somebody else has changed the entry since its author opened it, the editor compares it with its state at
 * that time, and so asks before it overwrites the change.
 */
function continueFrom({ begun }: Work, draft: Work & { originalEntry?: Loaded }): void {
  const isSame = String(begun?.shas) === String(draft.begun?.shas);
  if (!begun || isSame) return;
  draft.begun = begun;
  // The editor does not let it be assigned.
  const value = { ...draft.originalEntry, locales: JSON.parse(begun.locales) };
  Object.defineProperty(draft, 'originalEntry', { value, writable: true, enumerable: true, configurable: true });
}

/** Pause after the last change before unsaved work is stored, ms: it may contain large pictures. */
const pauseMs = 500;

let store: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout>;

/** Stores unsaved work after a pause, or when its author leaves it. @param change stores it; undefined if there is none any more */
function storeSoon(change?: () => void): void {
  store = change;
  clearTimeout(timer);
  timer = setTimeout(storeNow, pauseMs);
}

function storeNow(): void {
  store?.();
  store = undefined;
}

const notice = Object.assign(document.createElement('aside'), { className: 'notice', role: 'status' });

/** Files of the repository when the editor loaded it. */
let paths: ReadonlySet<string> | undefined;

/** Entries with unsaved work that the repository does not have, as their authors opened them, by collection and slug. */
let missing = new Map<string, object>();

/** Called by the editor when it has loaded the list of files, and before it shows an entry. */
async function findMissing(files: readonly { path: string }[]): Promise<void> {
  paths = new Set(files.map(({ path }) => path));
  await offerMissing();
}

/**
 * Leads to unsaved work whose entry somebody has deleted or renamed: it is in none of the editor's lists. Called by the editor when unsaved
 * work has been deleted.
 */
async function offerMissing(): Promise<void> {
  // Without its store, the editor still has what the repository has.
  const stored = paths ? ((await window.unsavedWork?.values().catch(() => [])) ?? []) : [];
  missing = new Map();
  const links = stored.flatMap(({ begun, collectionName, slug, currentValues }) => {
    const locales: Loaded['locales'] = JSON.parse(begun?.locales ?? '{}');
    // The list of paths lacks what the editor has saved since.
    const isMissing = Object.values(locales).some(({ path }) => !paths?.has(path) && !window.loadedFiles?.has(path));
    if (!isMissing) return [];
    missing.set(`${collectionName} ${slug}`, { id: `missing ${slug}`, slug, subPath: slug, locales });
    const [values] = Object.values(currentValues);
    const textContent = String(values?.title ?? values?.['meta.title'] ?? slug);
    return Object.assign(document.createElement('a'), {
      href: `#/collections/${collectionName}/entries/${slug}`,
      textContent,
    });
  });
  const text =
    'This browser has unsaved text of entries that have been deleted or renamed since. Open it to restore or discard it: ';
  notice.replaceChildren(...(links.length > 0 ? [text, ...links.flatMap((link) => [link, ' '])] : []));
}

/** Called by the editor about an entry that it does not find. */
const missingEntry = (collection: string, slug: string): object | undefined => missing.get(`${collection} ${slug}`);

/** Stores unsaved work at once when its author leaves the entry or the window, and offers that of missing entries above the editor. */
export function keepUnsavedWork(): void {
  Object.assign(window, { continueFrom, findMissing, holdFields, missingEntry, offerMissing, stateOf, storeSoon });
  for (const type of ['hashchange', 'pagehide']) addEventListener(type, storeNow);
  addEventListener('hashchange', () => void offerMissing());
  document.body.prepend(notice);
}
