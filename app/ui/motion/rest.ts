interface RestOptions {
  /** The element inside which focus is a reason to rest. */
  focusArea: Element;
  /** The element over which a pointer is a reason to rest. */
  pointerArea: HTMLElement;
  /** Called with whether there is a reason to rest, each time that may have changed. */
  onChange: (resting: boolean) => void;
}

/**
 * Watches whether automatic motion must rest (Ruling 13): while it has focus or a mouse pointer is on it, also from before the script.
 * Focus after a click and touches do not count: otherwise the motion would never resume, which Specification 4 requires.
 */
export function watchRest({ focusArea, pointerArea, onChange }: RestOptions): void {
  // After a touch, `:hover` remains.
  let pointed = matchMedia('(hover: hover)').matches && pointerArea.matches(':hover');
  const update = () => onChange(pointed || focusArea.querySelector(':focus-visible') !== null);
  const follow = ({ type, pointerType }: PointerEvent) => {
    pointed = type === 'pointerenter' && pointerType === 'mouse';
    update();
  };
  focusArea.addEventListener('focusin', update);
  focusArea.addEventListener('focusout', update);
  pointerArea.addEventListener('pointerenter', follow);
  pointerArea.addEventListener('pointerleave', follow);
  update();
}
