import { islandReady } from './island-ready.ts';
import { scriptTimeoutMs } from './script-timeout.ts';

/**
 * The script of an island: makes its element interactive, and resolves when it reacts.
 * @param props as the server gave them
 * @param islands for a script that puts more of them into the page
 */
export type WakeIsland = (element: HTMLElement, props: object, islands: Islands) => void | Promise<void>;

/** Loads the scripts of islands, by name. */
export type IslandScripts = ReadonlyMap<string, () => Promise<WakeIsland>>;

/** How near the view an island comes before it wakes: half a screen's height. */
const nearMargin = '50% 0px';

/** The longest wait for the page to be idle, ms. */
const idleTimeoutMs = 2000;

/** Events by which a visitor asks for an island. The early script listens for the same until this one is there. */
const touches = ['pointerdown', 'keydown', 'focusin', 'input'] as const;

const selector = '[data-island]:not([data-awake])';

interface IslandsOptions {
  scripts: IslandScripts;
  /** Called for an island whose script could not be fetched, or failed; the page goes on without it. */
  onFailure: (error: unknown) => void;
  /** Called with `true` when a script has not arrived in time, and with `false` once every late script is there. */
  onLate: (isLate: boolean) => void;
}

/** Wakes islands: those on the page, and those of HTML that is put into it later. */
export interface Islands {
  /** Looks for islands below an element that has just been put into the page. */
  add(root: ParentNode): void;
}

/** Begins to wake the islands of the document as each asks for it (see `WakeTime`). */
export function wakeIslands({ scripts, onFailure, onLate }: IslandsOptions): void {
  /** Islands whose scripts have not arrived in time, and may still do. */
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
      // A page that is being left fetches no more. Where the visitor comes back to it, the island is fetched again.
      if (leaving.isTrue()) delete element.dataset.awake;
      else onFailure(error);
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
      else if (island.dataset.wake === 'idle') whenIdle(() => void wake(island));
      // The island's own element has no box.
      else for (const child of island.children) observer.observe(child);
    }
  };

  const onTouch = ({ target }: Event) => {
    const island = target instanceof Element && target.closest<HTMLElement>(selector);
    if (island) void wake(island);
  };
  const islands: Islands = { add };
  for (const event of touches) document.addEventListener(event, onTouch, { capture: true, passive: true });
  add(document);
}

/** Whether an island has nothing to do under the current media; it is then woken once it has. */
function waitsForMedia(element: HTMLElement, wake: (element: HTMLElement) => void): boolean {
  const { media } = element.dataset;
  if (media === undefined) return false;
  const query = matchMedia(media);
  if (query.matches) return false;
  // A visitor may touch it many times meanwhile.
  if (element.dataset.waiting === undefined) query.addEventListener('change', () => wake(element), { once: true });
  element.dataset.waiting = '';
  return true;
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: idleTimeoutMs });
  else setTimeout(task, 200);
}

/**
 * Returns whether the page is being left: browsers then end what it still fetches, some before `pagehide`. Listened to only while a
 * script is under way, for such a listener may keep a page out of the back/forward cache.
 */
function watchLeaving(): { isTrue(): boolean; stop(): void } {
  let isLeaving = false;
  const onLeave = () => {
    isLeaving = true;
  };
  addEventListener('beforeunload', onLeave);
  return { isTrue: () => isLeaving, stop: () => removeEventListener('beforeunload', onLeave) };
}
