import GithubSlugger from 'github-slugger';
import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { idOfHeading } from '../../shared/own-ids.ts';

/** Rehype plugin: adds ids to headings, derived from their text as on GitHub. Avoids ids of the page around the text. */
export function headingIds(): (root: Root) => void {
  return (root) => {
    const headings: Element[] = [];
    visit(root, 'element', (element) => {
      if (/^h[1-6]$/u.test(element.tagName)) headings.push(element);
    });
    const taken = new Set(headings.map(({ properties }) => properties.id));
    const slugger = new GithubSlugger();
    for (const heading of headings) {
      if (heading.properties.id) continue;
      heading.properties.id = idOfHeading(slugger.slug(textOf(heading)), (id) => taken.has(id));
      taken.add(heading.properties.id);
    }
  };
}
