/** Where the positions are listed. */
export const careersPath = '/join-us';

/** The address of one position (Ruling 29). */
export const positionHref = ({ job_id, slug }: { job_id: string; slug: string }): string =>
  `${careersPath}/${job_id}/${slug}`;
