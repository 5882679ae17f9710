import { hash } from 'node:crypto';
import base from '../styles/base.css?inline';
import layerOrder from '../styles/layers.css?inline';
import tokens from '../styles/tokens.css?inline';
import overlay from '../ui/route-overlay/route-overlay.css?inline';

/** Stylesheets of components by file path. Their order does not matter, since layers determine the cascade. */
const componentSheets = import.meta.glob<string>('../**/*.module.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

export interface PageStyles {
  readonly css: string;
  /** Its source expression in the Content-Security-Policy: `'sha256-…'`. */
  readonly source: string;
}

/** Styles of every page, beginning with the order of layers. */
const common = [layerOrder, tokens, base, overlay].join('');

const sheetOfClass = new Map<string, number>();
const sheets = Object.entries(componentSheets)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, css]) => css.trim());
for (const [index, css] of sheets.entries()) {
  for (const [, name = ''] of css.matchAll(/\.([A-Za-z][\w-]*_[\w-]+)/gu)) sheetOfClass.set(name, index);
}

const composed = new Map<string, PageStyles>();

/** Returns the indexes of the stylesheets whose components are in `html`. */
export function sheetsIn(html: string): ReadonlySet<number> {
  const attributes = new Set(Array.from(html.matchAll(/ class="([^"]*)"/gu), ([, names = '']) => names));
  const used = new Set<number>();
  for (const names of attributes) {
    for (const name of names.split(' ')) {
      const index = sheetOfClass.get(name);
      if (index !== undefined) used.add(index);
    }
  }
  return used;
}

/** Returns the base styles and those of the components in the parts of a page, in layer order. Composed once for each set. */
export function stylesOf(parts: readonly ReadonlySet<number>[]): PageStyles {
  const indexes = [...new Set(parts.flatMap((part) => [...part]))].sort((a, b) => a - b);
  const key = indexes.join();
  return composed.getOrInsertComputed(key, () => {
    const css = common + indexes.map((index) => sheets[index]).join('');
    return { css, source: hashSource(css) };
  });
}

/** Returns the source expression of an inline style or script for the Content-Security-Policy (CSP Level 3, 8.3). */
export const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
