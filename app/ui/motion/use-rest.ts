import { type FocusEventHandler, type PointerEventHandler, useMemo, useState } from 'react';

interface Rest {
  /** True while there is a reason to rest. */
  resting: boolean;
  /** For the element inside which focus is a reason. */
  focusProps: { onFocus: FocusEventHandler; onBlur: FocusEventHandler };
  /** For the element over which a pointer is a reason. */
  pointerProps: { onPointerEnter: PointerEventHandler; onPointerLeave: PointerEventHandler };
}

/**
 * When what moves by itself has to rest (Ruling 13): while it is focused, or a pointer is on it. Focus that a click left
 * behind and a finger that has gone are no reasons: the motion would never resume, and it has to (Specification 4).
 */
export function useRest(): Rest {
  const [focused, setFocused] = useState(false);
  const [pointed, setPointed] = useState(false);
  return useMemo(
    () => ({
      resting: focused || pointed,
      focusProps: {
        onFocus: (event) => setFocused(event.target.matches(':focus-visible')),
        onBlur: () => setFocused(false),
      },
      pointerProps: {
        onPointerEnter: (event) => setPointed(event.pointerType === 'mouse'),
        onPointerLeave: () => setPointed(false),
      },
    }),
    [focused, pointed],
  );
}
