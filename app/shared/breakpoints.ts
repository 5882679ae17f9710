/**
 * Widths at which layouts change, px. Stylesheets name them in queries of the window and of the page's container:
 * `@media (--below-tablet)`, `@container page (--from-desktop)`.
 */
export const breakpoints = {
  'small-phone': 360,
  'large-phone': 420,
  'small-tablet': 576,
  tablet: 768,
  desktop: 992,
  laptop: 1024,
  wide: 1200,
  /** The whole page scales up from this width. */
  huge: 1920,
} as const;

export type Breakpoint = keyof typeof breakpoints;

/** Returns the media query for windows of at least this width. */
export const from = (name: Breakpoint) => `(min-width: ${breakpoints[name]}px)`;

/** Returns the media query for narrower windows; a zoomed window may be narrower by a fraction of a pixel. */
export const below = (name: Breakpoint) => `(max-width: ${breakpoints[name] - 0.02}px)`;
