import type { Locator, Page } from '@playwright/test';
import { test as base } from './noise.ts';

interface TestFixtures {
  /**
   * Whether the editor, Sveltia CMS, moves from one of its pages to the next by a view transition. Transitions take a third of the
   * processor time of its journeys, and it works without them, as in a browser that has none.
   */
  viewTransitions: boolean;
}

/** Tests in the editor. */
export const test = base.extend<TestFixtures>({
  viewTransitions: [false, { option: true }],
  context: async ({ context, viewTransitions }, use) => {
    if (!viewTransitions)
      await context.addInitScript(() => Object.assign(document, { startViewTransition: undefined }));
    await use(context);
  },
  noise: async ({ noise }, use) => {
    for (const pattern of noiseOfEditor) noise.allow(pattern);
    await use(noise);
  },
});

/** The size of a window in which the editor shows the fields alone, and the page in place of them. */
export const withoutPage = { width: 1000, height: 900 };

/** A field of the editor with all that belongs to it. */
export const fieldOf = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^\\W*${label}\\W+Field$`, 'u') });

/** The pane beside the fields, and the page of the site in it. */
export function previewOf(page: Page) {
  const pane = page.frameLocator('iframe[title="Content Preview"]');
  return { pane, preview: pane.frameLocator('iframe') };
}

/**
 * What the editor and its frames report in every journey. It also reports each refusal that it shows, and the journeys assert those;
 * uncaught errors, violations of the policy and other reports remain failures.
 */
const noiseOfEditor = [
  // Of the frame in which the editor shows a preview.
  /^console warning: An iframe which has both allow-scripts and allow-same-origin/u,
  // `npm run edit` needs nobody to sign in.
  /^console warning: OAuth application ID is not defined/u,
  // Svelte's remark about Sveltia's own code, when an entry is closed.
  /^console warning: https:\/\/svelte\.dev\/e\/derived_inert/u,
  // The page beside the fields is in a frame of another origin; in production it also runs no scripts.
  /^console error: Blocked autofocusing on a <button> element/u,
  /^console error: Blocked script execution in 'about:srcdoc'/u,
  // Requests that a server refuses or a journey stops, and the editor's reports of them.
  /^(?:response [45]\d\d|request failed): http/u,
  /^console error: (?:Failed to load resource: |Error: Server responded with an error\n|\{status: \d)/u,
];
