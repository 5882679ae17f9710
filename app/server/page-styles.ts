import { createHash } from 'node:crypto';
import base from '../styles/base.css?inline';
import layerOrder from '../styles/layers.css?inline';
import tokens from '../styles/tokens.css?inline';
import overlay from '../ui/route-overlay/route-overlay.css?inline';

/** Rules of a component, by the path of its file: those of other components do not depend on their order, for that is the layers'. */
const componentSheets = import.meta.glob<string>('../**/*.module.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** The stylesheet of a page. */
export interface PageStyles {
  readonly css: string;
  /** How the Content Security Policy names it: `'sha256-…'`. */
  readonly source: string;
}

/** What every page carries: the order of layers comes first. */
const common = [layerOrder, tokens, base, overlay].join('');

/** Which sheet has the rules of a class. */
const sheetOfClass = new Map<string, number>();
const sheets = Object.entries(componentSheets)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, css]) => css.trim());
for (const [index, css] of sheets.entries()) {
  for (const [, name = ''] of css.matchAll(/\.([A-Za-z][\w-]*_[\w-]+)/gu)) sheetOfClass.set(name, index);
}

const composed = new Map<string, PageStyles>();

/**
 * The rules of the components that are on a page and those of the base, in layer order: nothing else. Composed once for each set of
 * components.
 * @param html of the page
 */
export function stylesOf(html: string): PageStyles {
  const attributes = new Set(Array.from(html.matchAll(/ class="([^"]*)"/gu), ([, names = '']) => names));
  const used = new Set<number>();
  for (const names of attributes) {
    for (const name of names.split(' ')) {
      const index = sheetOfClass.get(name);
      if (index !== undefined) used.add(index);
    }
  }
  const indexes = [...used].sort((a, b) => a - b);
  const key = indexes.join();
  let styles = composed.get(key);
  if (!styles) {
    styles = withSource(common + indexes.map((index) => sheets[index]).join(''));
    composed.set(key, styles);
  }
  return styles;
}

const withSource = (css: string): PageStyles => ({ css, source: hashSource(css) });

/** How the Content Security Policy names an inline style or script (CSP Level 3, 8.3). */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
