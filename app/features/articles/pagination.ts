/** An item in the row of page numbers: a page, or a gap for omitted pages. */
export type PaginationItem = number | 'gap';

/** Returns the page numbers of the row: the first, the last, and those around the current one. A gap replaces at least two pages. */
export function paginationItems(current: number, pageCount: number): PaginationItem[] {
  const shown = [1, current - 1, current, current + 1, pageCount].filter((page) => page >= 1 && page <= pageCount);
  const pages = [...new Set(shown)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 1) return [page - 1, page];
    return missing > 1 ? ['gap' as const, page] : [page];
  });
}

/** Returns the number of pages (Specification 9); at least one, which may be empty. */
export const pageCountOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));
