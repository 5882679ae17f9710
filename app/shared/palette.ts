/** The colours of the site by appearance. Everything else refers to a colour by its role, below. */
const colours = {
  fog: '#e9ece8',
  mist: '#f5f7f4',
  haze: '#dde2dd',
  /** The water of the strait: nearly black. */
  strait: '#0e1a1d',
  deepStrait: '#081113',
  hull: '#15262a',
  slate: '#4a5856',
  pewter: '#6c7a76',
  paleSlate: '#6f807d',
  silver: '#a5b3b0',
  /** International Orange, the paint of bridges. */
  orange: '#ec4c18',
  rust: '#b5330a',
  ember: '#ff7a4d',
} as const;

/** Adds transparency to a colour. @param opacity 0 to 1 */
const fade = (colour: string, opacity: number): string =>
  `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;

/** Colours of roles in the light scheme. Stylesheets use them as custom properties: `var(--ink-soft)`. */
export const lightColours = {
  /** The page. */
  paper: colours.fog,
  /** Fields, popups. */
  'paper-raised': colours.mist,
  /** Plates, quiet bands. */
  'paper-sunk': colours.haze,
  /** Text, primary lines. */
  ink: colours.strait,
  /** Secondary text. */
  'ink-soft': colours.slate,
  /** Edges of fields, 3:1 (WCAG 1.4.11). */
  edge: colours.pewter,
  /** Hairlines that only decorate. */
  rule: fade(colours.strait, 0.2),
  /** Links, errors. */
  signal: colours.rust,
  /** Surfaces and lines that carry the brand. */
  paint: colours.orange,
  'on-paint': colours.strait,
  /** Footer, inverse surfaces. */
  strait: colours.strait,
  'on-strait': colours.fog,
  'on-strait-soft': colours.silver,
  /** Outline of the focused element. */
  focus: colours.strait,
} as const;

export type ColourRole = keyof typeof lightColours;

/** Roles whose colour differs in the dark scheme. */
export const darkColours = {
  paper: colours.strait,
  'paper-raised': colours.hull,
  'paper-sunk': colours.hull,
  ink: colours.fog,
  'ink-soft': colours.silver,
  edge: colours.paleSlate,
  rule: fade(colours.fog, 0.2),
  signal: colours.ember,
  strait: colours.deepStrait,
  focus: colours.fog,
} as const satisfies Partial<Record<ColourRole, string>>;

/** Roles of single components, the same in both schemes. Stylesheets insert them: `palette(scrim)`. */
export const fixedColours = {
  /** Behind portraits, which are printed on fog. */
  'portrait-ground': colours.haze,
  /** Text on a ground of ink. */
  'on-ink': colours.mist,
  'on-strait-rule': fade(colours.fog, 0.2),
  /** Separates the last line of the footer. */
  'on-strait-line': fade(colours.fog, 0.3),
  'on-strait-signal': colours.ember,
  /** Covers the page below the open menu. */
  scrim: fade(colours.strait, 0.4),
} as const;

/** Computes the opaque colour of a transparent one, `#rrggbbaa`, on a ground, for programs without transparency. */
export function blend(colour: string, ground: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 255] = Buffer.from(colour.slice(1), 'hex');
  const mixed = [...Buffer.from(ground.slice(1), 'hex')].map((under, index) =>
    Math.round(under + (([red, green, blue][index] ?? 0) - under) * (alpha / 255)),
  );
  return `#${Buffer.from(mixed).toString('hex')}`;
}
