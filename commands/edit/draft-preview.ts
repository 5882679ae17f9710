import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { ContentCheck } from '../../app/content/content-check.ts';
import type { SiteContent } from '../../app/content/site-content.ts';
import { maxDraftBytes, tryDraft } from '../../app/editor/draft.ts';
import { nextArticleIdOf } from '../../app/editor/editor-configuration.ts';
import type { ContentStore } from '../../app/platform/content/store.ts';

/** The saved content, temporarily replaced by the content with an unsaved draft. */
export interface DraftStore extends ContentStore<SiteContent> {
  /** What is on disk, whatever is shown. */
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

/**
 * The endpoint to which the editor posts what is being typed: it responds with the URL of the page on the site beside the editor and
 * with what the checker says to it, each problem with the editor's name of its field.
 */
export function draftRoutes(options: {
  contentDirectory: string;
  siteUrl: string;
  check: ContentCheck;
  store: DraftStore;
}): Hono {
  const { contentDirectory, siteUrl, check, store } = options;
  return new Hono()
    .post('/', bodyLimit({ maxSize: maxDraftBytes }), async (context) => {
      const { content, problems, pathIn } = await tryDraft(await context.req.json(), {
        check,
        nextArticleId: nextArticleIdOf(store.saved()),
        readText: (file) => readFile(join(contentDirectory, file), 'utf8').catch(() => ''),
      });
      if (content) store.show(content);
      return context.json({ url: siteUrl + pathIn(store.current()), problems });
    })
    .onError((error, context) => {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return context.json({ message: `The draft cannot be read: ${error.message}` }, 400);
      console.error(error);
      return context.json({ message: `The page cannot be shown: ${error.message}` }, 500);
    });
}
