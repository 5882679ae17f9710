interface RestOptions {
  /** The element inside which focus is a reason to rest. */
  focusArea: Element;
  /** The element over which a pointer is a reason to rest. */
  pointerArea: Element;
  /** Called with whether there is a reason to rest, each time that may have changed. */
  onChange: (resting: boolean) => void;
}

/**
 * Watches when what moves by itself has to rest (Ruling 13): while it is focused, or a pointer is on it. Focus that a click left
 * behind and a finger that has gone are no reasons: the motion would never resume, and it has to (Specification 4).
 * @returns ends it
 */
export function watchRest({ focusArea, pointerArea, onChange }: RestOptions): () => void {
  const ending = new AbortController();
  let focused = false;
  let pointed = false;
  const on = (area: Element, event: string, listener: (event: Event) => void) =>
    area.addEventListener(
      event,
      (fired) => {
        listener(fired);
        onChange(focused || pointed);
      },
      { signal: ending.signal },
    );
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
  return () => ending.abort();
}
