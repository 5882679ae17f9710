import { readFileSync } from 'node:fs';
import { below, breakpoints, from } from '../shared/breakpoints.ts';
import { darkColours, fixedColours, lightColours } from '../shared/palette.ts';

/** Pixels of 1rem, unless the visitor has changed the text size. */
const remPixels = 16;

const schemes = new Map<string, Readonly<Record<string, string>>>([
  ['light', lightColours],
  ['dark', darkColours],
]);
const sides = new Map([
  ['from', from],
  ['below', below],
]);

const fixed = new Map<string, string>(Object.entries(fixedColours));

/** The parts of PostCSS's nodes that the plugin uses. */
interface Declaration {
  value: string;
  error(message: string): Error;
}

interface AtRule {
  readonly name: string;
  params: string;
  /** Position in the stylesheet; Vite warns about declarations without one. */
  readonly source?: unknown;
  replaceWith(...declarations: { prop: string; value: string }[]): void;
  error(message: string): Error;
}

/**
 * A PostCSS plugin that resolves the names of `app/shared/palette.ts` and `app/shared/breakpoints.ts`. `@palette light;` becomes
 * the custom properties of that scheme, `palette(scrim)` a colour that is the same in both schemes. `(--from-tablet)` and
 * `(--below-tablet)` become widths, in px for the window and in rem for a container, because columns follow the text size.
 */
export const namedValues = {
  postcssPlugin: 'named-values',
  Declaration: insertFixedColour,
  AtRule: { palette: insertColours, media: insertWidths, container: insertWidths },
};

function insertColours(rule: AtRule): void {
  const colours = schemes.get(rule.params);
  if (!colours) throw rule.error(`There is no palette "${rule.params}"; use ${[...schemes.keys()].join(' or ')}`);
  const place: object = { source: rule.source };
  rule.replaceWith(...Object.entries(colours).map(([role, value]) => ({ prop: `--${role}`, value, ...place })));
}

function insertFixedColour(declaration: Declaration): void {
  if (!declaration.value.includes('palette(')) return;
  declaration.value = declaration.value.replace(/\bpalette\(([^)]*)\)/gu, (_, role: string) => {
    const colour = fixed.get(role);
    if (!colour) throw declaration.error(`There is no fixed colour "${role}"; use ${[...fixed.keys()].join(', ')}`);
    return colour;
  });
}

function insertWidths(rule: AtRule): void {
  rule.params = rule.params.replace(/\(--([a-z]+)-([\w-]+)\)/gu, (found, side: string, name: string) => {
    const query = isBreakpoint(name) && sides.get(side)?.(breakpoints[name]);
    if (!query)
      throw rule.error(
        `"${found}" is not a width; use --from- or --below- with ${Object.keys(breakpoints).join(', ')}`,
      );
    return rule.name === 'media' ? query : query.replace(/([\d.]+)px/u, (_, px) => `${Number(px) / remPixels}rem`);
  });
}

const isBreakpoint = (name: string): name is keyof typeof breakpoints => Object.hasOwn(breakpoints, name);

/** The part of a parsed stylesheet that the plugin below uses. */
interface Stylesheet {
  walkDecls(visit: (declaration: { prop: string; value: string }) => void): void;
}

/** A PostCSS plugin for the build: names of tokens become those of `nameOf` (0.25 KB a page), which no component may use itself. */
export function shortTokens(nameOf: (index: number) => string) {
  const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8').matchAll(/^ +--([\w-]+):/gmu);
  const names = new Set([...Object.keys(lightColours), ...[...tokens].map(([, name = '']) => name)]);
  const short = new Map([...names].map((name, index) => [`--${name}`, `--${nameOf(index)}`]));
  const shorten = (text: string) => text.replace(/--[\w-]+/gu, (name) => short.get(name) ?? name);
  return {
    postcssPlugin: 'short-tokens',
    OnceExit(sheet: Stylesheet) {
      sheet.walkDecls((declaration) => {
        declaration.prop = shorten(declaration.prop);
        declaration.value = shorten(declaration.value);
      });
    },
  };
}
