import { afterAll } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';

// What the tests of the process are about does not depend on what the site says: they run over the smallest content, which also
// starts in half the time of the sample.

const content = await createContentDirectory();
afterAll(() => content[Symbol.asyncDispose]());

/** The one position, open whatever the day is. */
export const openPosition = { job_id: 'AC-100', title: 'Engineer' };
await content.edit('positions/engineer.md', 'valid_through: 2026-12-31\n', '');

/** Environment of a server over this content. */
export const smallSite = { CONTENT_DIR: content.path };
