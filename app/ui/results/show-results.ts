import type { Islands } from '../island/wake-islands.ts';

/** What becomes of the browser's history when other results are shown. */
export type HistoryChange = 'push' | 'replace' | 'none';

interface ResultsOptions {
  /** Holds every part that changes with the URL: elements with `data-part`, each of its own name. */
  root: HTMLElement;
  /** The panel with the results: busy while others are on their way, and focused where the focus would be lost. */
  panel: HTMLElement;
  islands: Islands;
  /** Told when results are in place, with the page they came in. */
  onShown: (page: Document) => void;
}

interface Results {
  /**
   * Fetches the page at a URL and puts its results into this one. A later call drops what has not arrived. Where it fails the
   * browser loads the page itself.
   * @returns whether the results are in place
   */
  show(href: string, change: HistoryChange): Promise<boolean>;
  /** Drops what has not arrived, for a visitor who is about to leave the page: its failure would lead back. */
  drop(): void;
}

/**
 * Results that change with the URL: the server's own HTML of the new URL takes their place (docs/decisions/0011-documents-and-islands.md).
 * Back and Forward lead to where the visitor was (Ruling 11).
 */
export function createResults({ root, panel, islands, onShown }: ResultsOptions): Results {
  const scroll = rememberScroll();
  let loading = new AbortController();

  const replaceParts = (page: Document) => {
    for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) {
      const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!next) continue;
      // The element stays: assistive technology follows changes inside a status, not its replacement.
      part.replaceChildren(...document.adoptNode(next).childNodes);
      islands.add(part);
    }
  };

  return {
    async show(href, change) {
      loading.abort();
      loading = new AbortController();
      const { signal } = loading;
      panel.ariaBusy = 'true';
      showLoading(root);
      let page: Document;
      let url: string;
      try {
        const response = await fetch(href, { headers: { accept: 'text/html' }, signal });
        if (!response.ok) throw new Error(`${href} responds ${response.status}`);
        url = response.url;
        page = readPage(await response.text());
      } catch {
        if (!signal.aborted) location.assign(href);
        return false;
      }
      const hadFocus = root.contains(document.activeElement);
      replaceParts(page);
      panel.ariaBusy = 'false';
      scroll.enter(url, change);
      onShown(page);
      // The control may be gone: "Next" on the last page, the chip that was removed.
      if (hadFocus && document.activeElement === document.body) panel.focus({ preventScroll: true });
      return true;
    },
    drop: () => loading.abort(),
  };
}

/** Rules that the results of another URL need and this page did not. */
const adopted = new CSSStyleSheet();

/** The document of a page, whose rules are added: it may show components that this one does not. Its scripts are not its own. */
function readPage(html: string): Document {
  const css = /<style>(.*?)<\/style>/su.exec(html)?.[1];
  if (css !== undefined && css !== document.querySelector('style')?.textContent) {
    adopted.replaceSync(css);
    if (!document.adoptedStyleSheets.includes(adopted)) document.adoptedStyleSheets.push(adopted);
  }
  return new DOMParser().parseFromString(html.replace(/<(style|script)\b.*?<\/\1>/gsu, ''), 'text/html');
}

/** Shows the sign that the page has ready for it. */
function showLoading(root: HTMLElement): void {
  const sign = root.querySelector<HTMLTemplateElement>('template[data-loading]');
  const status = root.querySelector('[role="status"]');
  if (sign) status?.replaceChildren(sign.content.cloneNode(true));
}

/** Where each entry of the history was scrolled to: the browser restores it before the results have their height again. */
function rememberScroll() {
  const positions = new Map<string, number>();
  const keyOf = (state: { results?: string } | null) => state?.results ?? 'first';
  let current = keyOf(history.state);
  addEventListener('scroll', () => positions.set(current, scrollY), { passive: true });
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
      if (change === 'push') current = String(performance.now());
      const state = { results: current };
      if (change === 'push') history.pushState(state, '', url);
      else history.replaceState(state, '', url);
    },
  };
}

/** Whether a click on a link is meant for this page: not for another tab or window, or for a download. */
export const staysHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Whether a link followed here leads to another page, in place of this one. */
export const leadsAway = ({ target, protocol, href }: HTMLAnchorElement): boolean =>
  target === '' && /^https?:$/u.test(protocol) && href.split('#')[0] !== location.href.split('#')[0];
