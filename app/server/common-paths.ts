import type { SiteContent } from '../content/site-content.ts';
import { categoryHref } from '../features/articles/listing-state.ts';
import { careersHref } from '../features/careers/position-paths.ts';

/** Returns the paths on which most visits begin: every page and legal text, and the first page of each list. Content bounds them. */
export const commonPaths = (content: SiteContent): readonly string[] => [
  ...content.pages.flatMap(({ address, aliases }) => [address, ...aliases]),
  ...content.legal.map(({ address }) => address),
  categoryHref('insights'),
  ...content.positionCategories.map(({ slug }) => careersHref(slug)),
];

/** Returns the paths of drawings, which compress well but are part of the content, so that the build cannot compress them. */
export const drawingPaths = (content: SiteContent): readonly string[] =>
  [...content.media.keys()].filter((path) => path.endsWith('.svg'));
