/** The box of the drawing; it is stretched to the page's width, so lengths along x are fractions of the span. */
export const spanSize = { width: 1000, height: 200 } as const;

/** The deck's line, near the upper edge. */
export const deckY = 6;

/** Depth of the cable below the deck at its lowest point when the whole span is loaded. */
const fullSag = 186;
const struts = 40;

/**
 * Returns a deck on an under-slung cable, evenly loaded from its left end over `percentage` of its length. The cable has the shape
 * of the beam's bending moment: a parabola under the load, a straight line beyond it.
 * @param percentage from 1 to 100
 */
export function loadedSpan(percentage: number) {
  const loaded = percentage / 100;
  const leftReaction = (loaded * (2 - loaded)) / 2;
  const rightReaction = (loaded * loaded) / 2;
  const moment = (x: number) => (x <= loaded ? leftReaction * x - (x * x) / 2 : rightReaction * (1 - x));
  const momentOfFullLoad = 1 / 8;
  const sagAt = (x: number) => (moment(x) / momentOfFullLoad) * fullSag;

  const point = (x: number) => `${round(x * spanSize.width)} ${round(deckY + sagAt(x))}`;
  // A parabola is one quadratic curve; its control point lies where the tangents of its two ends meet.
  const control = `${round((loaded / 2) * spanSize.width)} ${round(deckY + ((leftReaction * loaded) / 2 / momentOfFullLoad) * fullSag)}`;
  const loadedStruts = Array.from({ length: struts - 1 }, (_, index) => (index + 1) / struts).filter((x) => x < loaded);
  return {
    loadEnd: round(loaded * spanSize.width),
    cable: `M${point(0)}Q${control} ${point(loaded)}L${point(1)}`,
    /** The struts that transfer the load to the cable, only under the load. */
    struts: loadedStruts.map((x) => `M${round(x * spanSize.width)} ${deckY}V${round(deckY + sagAt(x))}`).join(''),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
