/** Where the positions are listed. */
export const careersPath = '/join-us';

/** Query parameters that change what that page shows. */
export const careersParameters = ['cat'] as const;

/** The address of the list with one category open; of the whole list where it is empty (Contract, Addresses). */
export const careersHref = (category: string): string =>
  category ? `${careersPath}?${careersParameters[0]}=${category}` : careersPath;

/** The address of one position (Ruling 29). */
export const positionHref = ({ job_id, slug }: { job_id: string; slug: string }): string =>
  `${careersPath}/${job_id}/${slug}`;
