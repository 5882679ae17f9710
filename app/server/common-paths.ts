import type { SiteContent } from '../content/site-content.ts';
import { categoryHref } from '../features/articles/listing-state.ts';
import { careersHref } from '../features/careers/position-paths.ts';

/**
 * Where most visits begin: every page and legal text, and the first page of each list. Their number is small and the content's;
 * articles and positions, of which there may be a hundred thousand, are not among them.
 */
export const commonPaths = (content: SiteContent): readonly string[] => [
  ...content.pages.flatMap(({ address, aliases }) => [address, ...aliases]),
  ...content.legal.map(({ address }) => address),
  categoryHref('insights'),
  ...content.positionCategories.map(({ slug }) => careersHref(slug)),
];

/** Drawings, which are text and become smaller by compression. They come with the content, and so after the build. */
export const drawingPaths = (content: SiteContent): readonly string[] =>
  [...content.media.keys()].filter((address) => address.endsWith('.svg'));
