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

/** Keeps the author from typing while an entry is being saved, which would not be saved. @returns allows it again */
export function holdFields(): () => void {
  const editor = document.querySelector<HTMLElement>('.content-editor');
  const hold = (isHeld: boolean) => {
    if (editor) Object.assign(editor, { inert: isHeld, ariaBusy: String(isHeld) });
  };
  hold(true);
  return () => hold(false);
}

/** Returns the state of an entry that is being opened; undefined for a new one. */
export const stateOf = (entry: Loaded | undefined): State | undefined =>
  entry && {
    shas: Object.values(entry.locales).map(({ path }) => window.loadedFiles.get(path)),
    locales: JSON.stringify(entry.locales),
  };

/**
 * Continues with stored work. If somebody else has changed the entry since its author opened it, the editor compares it with its state at
 * that time, and so asks before it overwrites the change.
 */
export function continueFrom({ begun }: Work, draft: Work & { originalEntry?: Loaded }): void {
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
export function storeSoon(change?: () => void): void {
  store = change;
  clearTimeout(timer);
  timer = setTimeout(storeNow, pauseMs);
}

function storeNow(): void {
  store?.();
  store = undefined;
}

/** Stores unsaved work at once when its author leaves the entry or the window. */
export function storeOnLeaving(): void {
  for (const type of ['hashchange', 'pagehide']) addEventListener(type, storeNow);
}
