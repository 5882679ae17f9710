import { inject } from 'vitest';

// The tests of the process do not depend on the site's content: they run with the smallest content, which also
// starts in a quarter of the time of the sample.

/** The one position, open on every day. */
export const openPosition = { job_id: 'AC-100', title: 'Engineer' };

/** Environment of a server over this content, which no test changes. */
export const smallSite = { CONTENT_DIR: inject('smallContent') };
