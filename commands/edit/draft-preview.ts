import type { ContentCheck } from '../../app/content/content-check.ts';
import type { SiteContent } from '../../app/content/site-content.ts';
import { checkCommit } from '../../app/editor/check-commit.ts';
import { tryDraft } from '../../app/editor/draft.ts';
import type { Drafts } from '../../app/editor/editor-routes.ts';
import type { ContentStore } from '../../app/platform/content/store.ts';

/** The saved content, temporarily replaced by the content with an unsaved draft. */
export interface DraftStore extends ContentStore<SiteContent> {
  /** The content on disk, whatever is shown. */
  saved(): SiteContent;
  show(content: SiteContent): void;
}

/** @param saved the content on disk: any change of it ends the draft */
export function createDraftStore(saved: ContentStore<SiteContent>): DraftStore {
  const listeners: ((content: SiteContent) => void)[] = [];
  let draft: SiteContent | undefined;
  const notify = (content: SiteContent) => {
    for (const listener of listeners) listener(content);
  };
  saved.onChange((content) => {
    draft = undefined;
    notify(content);
  });
  return {
    current: () => draft ?? saved.current(),
    saved: saved.current,
    onChange: (listener) => void listeners.push(listener),
    show: (content) => {
      draft = content;
      notify(content);
    },
    close: saved.close,
  };
}

/** Shows drafts on the site beside the editor. */
export function createShownDrafts(options: { siteUrl: string; check: ContentCheck; store: DraftStore }): Drafts {
  const { siteUrl, check, store } = options;
  return {
    async render(body) {
      // Links that were copied from the page beside the fields; saving does the same.
      const draft = Buffer.from(Buffer.from(body).toString().replaceAll(`${siteUrl}/`, '/'));
      const { content, problems, warnings, pathIn } = await tryDraft(draft, check);
      if (content) store.show(content);
      return { url: siteUrl + pathIn(store.current()), problems, warnings };
    },
    checkCommit: (body) => checkCommit(body, check),
  };
}
