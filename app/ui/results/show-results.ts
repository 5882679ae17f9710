import type { Islands } from '../island/wake-islands.ts';

/**
 * How the browser's history changes when other results are shown. Successive steps are one entry, so that Back undoes all of them.
 */
export type HistoryChange = 'push' | 'replace' | 'step' | 'none';

interface ResultsOptions {
  /** Contains every part that changes with the URL: elements with `data-part`, each with a unique name. */
  root: HTMLElement;
  /** The panel with the results: `aria-busy` while others are being fetched, and focused if the focus would be lost. */
  panel: HTMLElement;
  islands: Islands;
  /** Finds elements of the panel, each with an id, that stay: in the place of their new version, or first. */
  staying?: () => readonly HTMLElement[];
  /** Called when results are in place, with their page. */
  onShown: (page: Document) => void;
}

/** Creates results that the server's HTML of a new URL replaces (docs/decisions/0011). Back restores the scroll position (Ruling 11). */
export function createResults({ root, panel, islands, staying, onShown }: ResultsOptions) {
  const scroll = rememberScroll(panel);
  let loading = new AbortController();
  let hideLoading = () => {};
  /** URL of the results in place. After Back it is not that of the page until its results are in place. */
  let inPlace = withoutFragment(location.href);

  const replaceParts = (page: Document) => {
    for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) {
      const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!next) continue;
      for (const element of part === panel ? (staying?.() ?? []) : []) {
        const fresh = next.querySelector(`#${CSS.escape(element.id)}`);
        if (fresh) fresh.replaceWith(element);
        else next.prepend(element);
      }
      // The element itself is not replaced: assistive technology announces changes inside a status, not its replacement.
      part.replaceChildren(...document.adoptNode(next).childNodes);
      islands.add(part);
    }
  };

  return {
    /**
     * Fetches the page at a URL and moves its results into this one, unless they are in place. A later call aborts the pending fetch.
     * Without a connection it waits for one. After another failure, and if the site has been upgraded since this page was loaded, the
     * browser loads the page itself.
     * @returns whether the results are in place
     */
    async show(href: string, change: HistoryChange): Promise<boolean> {
      this.drop();
      if ([href, location.href].every((url) => withoutFragment(url) === inPlace)) return true;
      loading = new AbortController();
      const { signal } = loading;
      hideLoading = showLoading(root, panel);
      let isLeaving = false;
      const onLeave = () => {
        isLeaving = true;
      };
      addEventListener('beforeunload', onLeave);
      let page: Document;
      let url: string;
      try {
        const response = await fetch(href, { headers: { accept: 'text/html' }, signal });
        if (!response.ok) throw new Error(`${href} responds ${response.status}`);
        url = response.url;
        page = readPage(await response.text());
        if (scriptsOf(page) !== scriptsOf(document)) throw new Error(`${href} is a page of another release`);
      } catch {
        // Firefox aborts the fetch as soon as the visitor goes elsewhere, also by the address bar or Back.
        if (isLeaving && !signal.aborted) this.drop();
        if (signal.aborted) return false;
        if (!navigator.onLine && (await connected(signal))) return this.show(href, change);
        if (signal.aborted) return false;
        // To assign the page's own URL, if it has a fragment, would only scroll.
        if (change === 'none') location.reload();
        else location.assign(href);
        return false;
      } finally {
        removeEventListener('beforeunload', onLeave);
      }
      const hadFocus = root.contains(document.activeElement);
      replaceParts(page);
      // Opens the disclosure of the URL's anchor, as on arrival (app/early/disclosures.ts), before the position is restored.
      if (change === 'none') dispatchEvent(new Event('hashchange'));
      panel.ariaBusy = 'false';
      hideLoading = () => {};
      scroll.enter(url, change);
      inPlace = withoutFragment(location.href);
      document.title = page.title;
      onShown(page);
      // The focused control may have been removed: "Next" on the last page, a removed chip.
      if (hadFocus && document.activeElement === document.body) panel.focus({ preventScroll: true });
      return true;
    },
    /** Aborts the pending fetch when the visitor is about to leave the page, since its failure would navigate back. */
    drop(): void {
      loading.abort();
      // The visitor may stay after all, or return to this page from the browser's cache.
      hideLoading();
    },
  };
}

/** Resolves with true once the browser is online again, with false if the signal has been aborted before. */
const connected = (signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    addEventListener('online', () => resolve(true), { once: true, signal });
    signal.addEventListener('abort', () => resolve(false));
  });

/** Styles that the results of another URL need and this page does not have. */
const adopted = new CSSStyleSheet();

/**
 * Parses a page without its scripts, and adopts its styles, since it may show components that this page does not. Without the sources
 * of its hero, too: Chromium never frees a parsed document with a `<source media>`.
 */
function readPage(html: string): Document {
  const css = /<style>(.*?)<\/style>/su.exec(html)?.[1];
  if (css !== undefined && css !== document.querySelector('style')?.textContent) {
    adopted.replaceSync(css);
    if (!document.adoptedStyleSheets.includes(adopted)) document.adoptedStyleSheets.push(adopted);
  }
  return new DOMParser().parseFromString(
    html.replace(/<(style|script)\b.*?<\/\1>|<source media[^>]*>/gsu, ''),
    'text/html',
  );
}

/** Returns the URL of a page's scripts, which each release names by its content. */
const scriptsOf = (page: Document) => page.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content;

/** Shows the page's loading indicator. @returns a function that shows the previous status again */
function showLoading(root: HTMLElement, panel: HTMLElement): () => void {
  const indicator = root.querySelector<HTMLTemplateElement>('template[data-loading]');
  // Forms in the results have statuses of their own.
  const status = indicator && root.querySelector('[role="status"]');
  const previous = [...(status?.childNodes ?? [])];
  panel.ariaBusy = 'true';
  if (indicator?.dataset.loading) {
    status?.replaceChildren(indicator.content.cloneNode(true));
    status?.firstElementChild?.append(indicator.dataset.loading);
  }
  return () => {
    panel.ariaBusy = 'false';
    status?.replaceChildren(...previous);
  };
}

/** Remembers the scroll position of each history entry, which the browser restores before the results have their height. */
function rememberScroll(panel: HTMLElement) {
  const positions = new Map<string, number>();
  const keyOf = (state: { results?: string } | null) => state?.results ?? 'first';
  let current = keyOf(history.state);
  addEventListener('scroll', () => {
    // While results are being fetched, the height of the previous ones limits how far the browser restores a position.
    if (panel.ariaBusy !== 'true') positions.set(current, scrollY);
  });
  addEventListener('popstate', ({ state }) => {
    current = keyOf(state);
  });
  return {
    enter(url: string, change: HistoryChange): void {
      if (change === 'none') {
        const top = positions.get(current);
        if (top !== undefined) scrollTo({ top, behavior: 'instant' });
        return;
      }
      // The present URL again is no new entry, as with links.
      const isNew = change === 'step' ? !history.state?.step : change === 'push' && url !== location.href;
      if (isNew) current = String(performance.now());
      const state = { results: current, step: change === 'step' };
      if (isNew) history.pushState(state, '', url);
      else history.replaceState(state, '', url);
    },
  };
}

const withoutFragment = (url: string) => new URL(url, location.href).href.split('#')[0];

/** Whether a link in this tab leads to another page. */
export const leavesPage = ({ target, protocol, href }: HTMLAnchorElement): boolean =>
  target === '' && /^https?:$/u.test(protocol) && withoutFragment(href) !== withoutFragment(location.href);
