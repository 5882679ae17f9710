import { islandReady, scriptTimeoutMs, touches } from './island-start.ts';
import { whenLoadedAndIdle } from './when-idle.ts';

/**
 * The script of an island: makes its element interactive, and resolves when it is.
 * @param props the props from the server
 * @param islands for a script that adds more islands to the page
 */
export type WakeIsland = (element: HTMLElement, props: object, islands: Islands) => void | Promise<void>;

/** Loads the scripts of islands, by name. */
export type IslandScripts = ReadonlyMap<string, () => Promise<WakeIsland>>;

/** Distance from the view at which an island wakes: half a screen's height. */
const nearMargin = '50% 0px';

/** Maximum time from the end of a page's fetches until its `pagehide`, ms. */
const leavingMs = 1000;

const selector = '[data-island]:not([data-awake])';

interface IslandsOptions {
  scripts: IslandScripts;
  /** Called if the script of an island could not be fetched or failed; the page works without it. */
  onFailure: (error: unknown, island: HTMLElement) => void;
  /** Called with `true` if a script has not arrived in time, and with `false` once every late script has. */
  onLate: (isLate: boolean) => void;
}

/** Wakes islands: those on the page, and those in HTML that is added later. */
export interface Islands {
  /** Finds islands below an element that has just been added to the page. */
  add(root: ParentNode): void;
}

/** Starts to wake the islands of the document, each at its time (`data-wake`). */
export function wakeIslands({ scripts, onFailure, onLate }: IslandsOptions): void {
  /** Islands whose scripts have not arrived in time but may still arrive. */
  const late = new Set<HTMLElement>();
  const load = async (element: HTMLElement) => {
    const timer = setTimeout(() => {
      late.add(element);
      onLate(true);
    }, scriptTimeoutMs);
    try {
      return await scripts.get(element.dataset.island ?? '')?.();
    } finally {
      clearTimeout(timer);
      if (late.delete(element) && late.size === 0) onLate(false);
    }
  };

  const wake = async (element: HTMLElement) => {
    if (element.dataset.awake !== undefined) return;
    if (waitsForMedia(element, wake)) return;
    element.dataset.awake = '';
    const leaving = watchLeaving();
    try {
      const script = await load(element);
      await script?.(element, JSON.parse(element.dataset.props ?? '{}'), islands);
      element.dataset.ready = '';
      element.dispatchEvent(new Event(islandReady, { bubbles: true }));
    } catch (error) {
      // Leaving the page aborts the fetch. If the visitor comes back to it, the script is fetched again.
      if (leaving.isTrue() || (await isLeftSoon())) delete element.dataset.awake;
      else onFailure(error, element);
    } finally {
      leaving.stop();
    }
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const island = target.closest<HTMLElement>(selector);
        if (isIntersecting && island) void wake(island);
        if (isIntersecting || !island) observer.unobserve(target);
      }
    },
    { rootMargin: nearMargin },
  );

  const add: Islands['add'] = (root) => {
    for (const island of root.querySelectorAll<HTMLElement>(selector)) {
      if (island.hasAttribute('data-touched')) void wake(island);
      else if (island.dataset.wake === 'idle') whenLoadedAndIdle(() => void wake(island));
      // The island's own element has no box.
      else for (const child of island.children) observer.observe(child);
    }
  };

  const onTouch = ({ target }: Event) => {
    const island = target instanceof Element && target.closest<HTMLElement>(selector);
    if (island) void wake(island);
  };
  const islands: Islands = { add };
  for (const event of touches) document.addEventListener(event, onTouch, true);
  add(document);
}

/** Whether an island is not needed under the current media; it is then woken once it is. */
function waitsForMedia(element: HTMLElement, wake: (element: HTMLElement) => void): boolean {
  const { media } = element.dataset;
  if (media === undefined) return false;
  const query = matchMedia(media);
  if (query.matches) return false;
  // Added only once, although a visitor may touch the island many times.
  if (element.dataset.waiting === undefined) query.addEventListener('change', () => wake(element), { once: true });
  element.dataset.waiting = '';
  return true;
}

/** Whether the page is left within a second: a script may have been requested only after `beforeunload`. */
function isLeftSoon(): Promise<boolean> {
  return new Promise((resolve) => {
    addEventListener('pagehide', () => resolve(true), { once: true });
    setTimeout(() => resolve(false), leavingMs);
  });
}

/**
 * Detects whether the page is being left: browsers then abort its fetches, some before `pagehide`. Listens only while a script is
 * being fetched, because such a listener may keep a page out of the back/forward cache.
 */
function watchLeaving(): { isTrue(): boolean; stop(): void } {
  let isLeaving = false;
  const onLeave = () => {
    isLeaving = true;
  };
  addEventListener('beforeunload', onLeave);
  return { isTrue: () => isLeaving, stop: () => removeEventListener('beforeunload', onLeave) };
}
