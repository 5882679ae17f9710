interface RestOptions {
  /** The element inside which focus is a reason to rest. */
  focusArea: Element;
  /** The element over which a pointer is a reason to rest. */
  pointerArea: Element;
  /** Called with whether there is a reason to rest, each time that may have changed. */
  onChange: (resting: boolean) => void;
}

/**
 * Watches whether automatic motion must rest (Ruling 13): while it has focus or a mouse pointer is on it. Focus after a click and
 * touches do not count: otherwise the motion would never resume, which Specification 4 requires.
 */
export function watchRest({ focusArea, pointerArea, onChange }: RestOptions): void {
  let focused = false;
  let pointed = false;
  const on = (area: Element, event: string, listener: (event: Event) => void) =>
    area.addEventListener(event, (fired) => {
      listener(fired);
      onChange(focused || pointed);
    });
  on(focusArea, 'focusin', ({ target }) => {
    focused = (target as Element).matches(':focus-visible');
  });
  on(focusArea, 'focusout', () => {
    focused = false;
  });
  on(pointerArea, 'pointerenter', (event) => {
    pointed = (event as PointerEvent).pointerType === 'mouse';
  });
  on(pointerArea, 'pointerleave', () => {
    pointed = false;
  });
}
