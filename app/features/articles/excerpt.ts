import { shortenToCharacters } from '../../shared/shorten.ts';
import type { ArticleSummary } from './article.schema.ts';
import { excerptLength } from './limits.ts';

/** Returns the plain-text excerpt of an article's card. */
export const excerptOf = ({ excerpt }: Pick<ArticleSummary, 'excerpt'>): string =>
  shortenToCharacters(excerpt, excerptLength);
