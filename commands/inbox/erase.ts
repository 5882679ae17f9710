import { createErasures } from '../../app/features/submissions/records/erasures.ts';
import { spellingsOf } from '../../app/features/submissions/records/submission.ts';
import { createLog } from '../../app/platform/log/log.ts';
import { foldText } from '../../app/shared/fold-text.ts';
import { count } from '../terminal/count.ts';
import type { Inbox } from './open-inbox.ts';

/** Erases all data of an address, or repeats all erasures of the ledger. */
export async function erase(inbox: Inbox): Promise<string> {
  const { command, adapters, store, requests, clock, notify, report } = inbox;
  const log = createLog({ level: 'warn', clock, write: (line) => notify(line.trimEnd()) });
  const erasures = createErasures({ ...adapters, store, clock, log });
  const { email } = command;
  const { erasures: repeated, ...removed } =
    email === undefined ? await erasures.repeatAll() : { erasures: undefined, ...(await erasures.erase(email)) };
  const parts = [count(removed.records, 'record'), count(removed.resumes, 'resume'), count(removed.mails, 'mail')];
  const summary = `Removed: ${parts.join(', ')}.`;
  if (email === undefined)
    return report({ erasures: repeated, ...removed }, `${count(repeated ?? 0, 'erasure')} again. ${summary}`);
  let mentions = 0;
  let elsewhere = '';
  // Search folds some spellings into one.
  const spellings = new Map(spellingsOf(email).map((text) => [foldText(text), text]));
  for (const text of spellings.values()) {
    const found = await store.count({ text });
    mentions += found;
    if (found > 0) elsewhere += `\nThe address may also be in ${count(found, 'other record')}: list --text "${text}"`;
  }
  const open = (await requests.list({ isOpen: true, kind: 'erasure', email })).map(({ id }) => id);
  for (const id of open) elsewhere += `\nThe address has an open request for erasure: request done ${id}`;
  return report({ ...removed, mentions, requests: open }, `${summary}${elsewhere}`);
}
