import { mediaPrefix } from '../../paths.ts';
import { decodeEscapes } from '../../shared/decode-escapes.ts';
import { type Wording, wordingOf } from './problem.ts';

/** The time during which something is shown, ms since 1970; unlimited on the sides that are absent. */
export interface Period {
  from?: number | undefined;
  until?: number | undefined;
}

interface LinkTarget {
  /** Absent for a file, in which an anchor is a matter of its format: `#page=2` of a PDF. */
  anchors?: ReadonlySet<string>;
  period: Period;
}

/** Every path of the site and the anchors on it, against which links in content are checked. */
export class LinkIndex {
  readonly #targets = new Map<string, LinkTarget>();
  readonly #notices = new Map<string, Wording>();
  readonly #redirects = new Map<string, string>();
  readonly #unknownBelow: readonly string[];

  /** @param unknownBelow prefixes of paths that only another server knows: any path below them may exist */
  constructor(unknownBelow: readonly string[] = []) {
    this.#unknownBelow = unknownBelow;
  }

  /** Adds the page at a path, its anchors and the time during which it is shown. */
  add(path: string, anchors: Iterable<string> = [], period: Period = {}): void {
    this.#targets.set(path, { anchors: new Set(anchors), period });
  }

  /** Adds a file of `/media/`, by its decoded path. */
  addFile(path: string): void {
    this.#targets.set(path, { period: {} });
  }

  addRedirect(from: string, to: string): void {
    this.#redirects.set(from, to);
  }

  /** Adds why there is nothing at a path, or at an anchor of a page (`/page#anchor`), as the end of a message: "is a draft". */
  addNotice(link: string, notice: Wording): void {
    this.#notices.set(link, notice);
  }

  /**
   * Returns the problem with a link, or undefined if it is valid.
   * @param link as written @param here path of the page with the link; absent if the link is on every page
   */
  problemWith(link: string, here?: string): Wording | undefined {
    if (!link.startsWith('/') && !link.startsWith('#')) return undefined;
    const { path = here, anchor } = partsOf(link);
    if (path === undefined) return `"${link}" is an anchor without a page`;
    const target = this.#targetOf(path);
    if (!target) {
      if (path.startsWith(mediaPrefix))
        return `"${link}" leads to a file that does not exist; a link takes the path of a PDF below content/media, in the same upper and lower case`;
      if (this.#unknownBelow.some((prefix) => path.startsWith(prefix))) return undefined;
      return wordingOf(`"${link}" leads to a page that does not exist`, this.#suggestion(path));
    }
    const { anchors } = target;
    if (!anchor || !anchors || anchors.has(anchor)) return undefined;
    const present = [...anchors].map((name) => `#${name}`).join(', ');
    const others = present ? `; there ${anchors.size === 1 ? 'is' : 'are'} ${present}` : ', which has none';
    const notice = this.#notices.get(`${path}#${anchor}`);
    return wordingOf(
      `"${link}" leads to an anchor that is not on ${path}${others}`,
      notice ? wordingOf('; ', notice) : '',
    );
  }

  /**
   * Returns a warning if the page of a link has another path now or is not shown all the time, or else undefined.
   * @param shown when the page with the link is shown @param now ms since 1970
   */
  warningAbout(link: string, shown: Period, now: number): string | undefined {
    const { path = '' } = partsOf(link);
    const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = this.#targetOf(path)?.period ?? {};
    const day = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
    if (until <= now)
      return `"${link}" leads to a page that has been gone since ${day(until)}: its text appears without the link`;
    if (from > Math.max(now, shown.from ?? now))
      return `"${link}" leads to a page that is not published until ${day(from)}: until then its text appears without the link`;
    if (until < (shown.until ?? Number.POSITIVE_INFINITY))
      return `"${link}" leads to a page that ends at ${day(until)}: from then on its text appears without the link`;
    const current = this.#redirects.get(path);
    return current && `"${link}" redirects; its path is now "${current}"`;
  }

  /** Whether the page of a path is not shown at a time, ms since 1970. */
  isAbsent(path: string, time: number): boolean {
    const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = this.#targetOf(path)?.period ?? {};
    return time < from || time >= until;
  }

  #targetOf = (path: string) => this.#targets.get(this.#redirects.get(path) ?? path);

  #suggestion(path: string): Wording {
    const notice = this.#notices.get(this.#redirects.get(path) ?? path);
    if (notice) return wordingOf('; ', notice);
    const similar = [path.endsWith('/') ? path.slice(0, -1) : `${path}/`, mediaPrefix + path.slice(1)];
    const found = similar.find((other) => this.#targets.has(other));
    return found === undefined ? '' : `; its path is "${found}"`;
  }
}

function partsOf(link: string): { path: string | undefined; anchor: string | undefined } {
  const [withoutAnchor = '', anchor] = link.split('#');
  const path = withoutAnchor.split('?')[0] || undefined;
  return { path: path?.startsWith(mediaPrefix) ? decodeEscapes(path) : path, anchor };
}

/** Reports each value that occurs more than once, with the item that had it first. */
export function checkUnique<T, Problem>(
  items: readonly T[],
  key: (item: T) => string | number,
  problem: (item: T, first: T) => Problem,
): Problem[] {
  const seen = new Map<string | number, T>();
  return items.flatMap((item) => {
    const first = seen.get(key(item));
    if (first !== undefined) return [problem(item, first)];
    seen.set(key(item), item);
    return [];
  });
}
