/** Every address of the site and the anchors on it, against which links in content are checked. */
export class LinkIndex {
  readonly #anchors = new Map<string, ReadonlySet<string>>();

  /** Says that an address answers, and which anchors its page has. */
  add(address: string, anchors: Iterable<string> = []): void {
    this.#anchors.set(address, new Set(anchors));
  }

  /**
   * Returns what is wrong with a link, or undefined.
   * @param link as written: `/page`, `/page?query#anchor`, `#anchor`, or an address elsewhere
   * @param here address of the page the link stands on; absent where it stands on every page
   */
  problemWith(link: string, here?: string): string | undefined {
    if (!link.startsWith('/') && !link.startsWith('#')) return undefined;
    const [withoutAnchor = '', anchor] = link.split('#');
    const address = withoutAnchor.split('?')[0] || here;
    if (address === undefined) return `"${link}" is an anchor without a page`;
    const anchors = this.#anchors.get(address);
    if (!anchors) return `"${link}" leads to a page that is not there${this.#suggestion(address)}`;
    if (anchor && !anchors.has(anchor)) {
      return `"${link}" leads to an anchor that is not on ${address}; there ${anchors.size === 1 ? 'is' : 'are'} ${[...anchors].map((name) => `#${name}`).join(', ') || 'none'}`;
    }
    return undefined;
  }

  #suggestion(address: string): string {
    const twin = address.endsWith('/') ? address.slice(0, -1) : `${address}/`;
    return this.#anchors.has(twin) ? `; its address is "${twin}"` : '';
  }
}

/** Reports each value that occurs more than once. */
export function checkUnique<T, Problem>(
  items: readonly T[],
  key: (item: T) => string | number,
  problem: (item: T, key: string | number) => Problem,
): Problem[] {
  const seen = new Set<string | number>();
  return items.flatMap((item) => {
    const value = key(item);
    if (seen.has(value)) return [problem(item, value)];
    seen.add(value);
    return [];
  });
}
