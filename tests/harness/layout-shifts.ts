declare global {
  interface Window {
    /** Returns the shifts that the visitor did not cause, with their values, elements and places. */
    takeShifts(): string[];
  }
}

/** Collects the layout shifts of a page (Layout Instability API); runs in the page, before its own scripts. */
export function watchShifts(): void {
  const shifts: string[] = [];
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x}, ${y} (${width} × ${height})`;
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as (PerformanceEntry & LayoutShift)[]) {
      if (entry.hadRecentInput) continue;
      const elements = entry.sources.map(({ node, previousRect, currentRect }) => {
        const markup = node instanceof Element ? node.outerHTML.slice(0, 120) : '?';
        return `${markup} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`;
      });
      shifts.push(`${entry.value.toFixed(4)}: ${elements.join(', ')}`);
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = () => {
    note(observer.takeRecords());
    return shifts;
  };
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
