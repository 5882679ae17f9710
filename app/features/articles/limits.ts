/** Articles on a page of results (Specification 9). */
export const pageSize = 9;

/** Maximum number of articles per request (Contract, API endpoints). */
export const maxPageSize = 100;

/** Characters of a card's plain-text excerpt (Specification 9). */
export const excerptLength = 200;

/** Topics and industries offered instead of a search without results. */
export const maxTermOffers = 3;

/** Characters of a search that its chip shows. */
export const chipLength = 60;

/** A typed search or a chosen term takes effect this long after the last change, ms (Specification 9). */
export const applyDelayMs = 400;

/** Paging scrolls the results into view this long after the response, ms (Specification 9). */
export const scrollDelayMs = 100;

/** Maximum number of related articles (Contract, API endpoints). */
export const relatedLimit = 9;

/** Maximum number of words in the title of a related article's card (Specification 9). */
export const relatedTitleWords = 10;

/** The same for its description. */
export const relatedTextWords = 30;

/** Pause between moves of the related carousel, ms (Specification 9). */
export const relatedIntervalMs = 3000;
