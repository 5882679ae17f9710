/** Constants of their own, so that a script has only those that it uses. */
export const tablet = 768;
export const desktop = 992;

/** Widths at which layouts change, px. Stylesheets name them: `@media (--below-tablet)`, `@container page (--from-desktop)`. */
export const breakpoints = {
  'small-phone': 360,
  'large-phone': 420,
  'small-tablet': 576,
  tablet,
  desktop,
  laptop: 1024,
  wide: 1200,
  /** The whole page scales up from this width. */
  huge: 1920,
} as const;

/** Returns the media query for windows of at least this width, px. */
export const from = (width: number) => `(min-width: ${width}px)`;

/** Returns the media query for windows narrower than this, px; a zoomed window may be narrower by a fraction of a pixel. */
export const below = (width: number) => `(max-width: ${width - 0.02}px)`;
