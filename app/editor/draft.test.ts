import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Change } from '../content/content-check.ts';
import { tryDraft } from './draft.ts';

test('a draft has neither empty fields nor those that the CMS adds to the items of a changed list', async () => {
  const item = { id: 'acme', name: 'Acme', href: '', __sc_item_original_key_path: 'logos.0' };
  const draft = { path: 'content/logos.yaml', collection: 'settings', data: { logos: [item] }, pictures: [] };
  let changes: readonly Change[] = [];
  const check = {
    readText: async () => '',
    attempt: async (attempted: readonly Change[]) => {
      changes = attempted;
      return { content: undefined, problems: [], earlier: [] };
    },
  };
  await tryDraft(Buffer.from(JSON.stringify(draft)), { check, nextArticleId: 1 });
  expect(parse(String(changes[0]?.bytes))).toEqual({ logos: [{ id: 'acme', name: 'Acme' }] });
});
