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
  /** From here on the whole page grows. */
  huge: 1920,
} as const;

export type Breakpoint = keyof typeof breakpoints;

/** The media query for windows of at least this width. */
export const from = (name: Breakpoint) => `(min-width: ${breakpoints[name]}px)`;

/** The media query for narrower windows; a zoomed window may be a fraction of a pixel narrower. */
export const below = (name: Breakpoint) => `(max-width: ${breakpoints[name] - 0.02}px)`;
