/** Articles on a page of results (Specification 9). */
export const pageSize = 9;

/** Most articles that one call may ask for (Contract, Calls). */
export const maxPageSize = 100;

/** Characters of a card's plain-text excerpt (Specification 9). */
export const excerptLength = 200;

/** Topics and industries that are offered in place of a search in vain. */
export const maxTermOffers = 3;

/** Characters of a search that the chip shows which takes it away. */
export const chipLength = 60;

/** A typed search or a chosen term takes effect this long after the last change, ms (Specification 9). */
export const applyDelayMs = 400;

/** Paging scrolls the results into view this long after the response, ms (Specification 9). */
export const scrollDelayMs = 100;

/** Related articles at most (Contract, Calls); a title has at most so many words, a description so many (Specification 9). */
export const relatedLimit = 9;
export const relatedTitleWords = 10;
export const relatedTextWords = 30;

/** Pause between moves of the related carousel, ms (Specification 9). */
export const relatedIntervalMs = 3000;
