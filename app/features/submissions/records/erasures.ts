import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Journal } from '../../../platform/files/journal.ts';
import type { Log } from '../../../platform/log/log.ts';
import { createSerialThread } from '../../../platform/threads/serial-thread.ts';
import { parseJson } from '../../../shared/json-text.ts';
import { createErasureNotes } from './erasure-notes.ts';
import { type ErasedAddress, type ErasureComparison, type ErasureMatch, hashAddress } from './match-erasures.ts';
import { addRemovals, type Keeping, nothingRemoved, type Removal, removeSubmissions } from './remove-submissions.ts';
import { foldEmail, type Submission } from './submission.ts';
import type { SubmissionDatabase } from './tables.ts';

/** What the ledger knows of an erasure: enough to recognise the address again, and not enough to read it. */
const entrySchema = z.object({
  erased_at: z.iso.datetime(),
  /** Of this entry alone, so that two of one address have nothing in common. */
  salt: z.base64(),
  /** HMAC-SHA256 of the folded address, keyed with the salt; hexadecimal. */
  address: z.string().regex(/^[\da-f]{64}$/u),
});

interface LedgerEntry extends ErasedAddress {
  readonly id: string;
}

/** What was done again, and for how many erasures. */
export interface Repetition extends Removal {
  readonly erasures: number;
}

interface ErasuresOptions extends Keeping {
  readonly database: SubmissionDatabase;
  readonly ledger: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

export type Erasures = ReturnType<typeof createErasures>;

const saltBytes = 16;

/** Memory of the thread that compares addresses, a few thousand at a time, with the ledger. */
const maxHeapMegabytes = 64;

/** Privacy requests: what is erased stays erased, also when a backup from before is restored (Contract, Reading what came in). */
export function createErasures({ database, ledger, clock, log, ...keeping }: ErasuresOptions) {
  const { store } = keeping;
  const notes = createErasureNotes(database);
  let repeating: Promise<void> | undefined;

  async function readLedger(ids: readonly string[]): Promise<LedgerEntry[]> {
    const entries: LedgerEntry[] = [];
    for (const id of ids) {
      const entry = readEntry(id, await ledger.read(id));
      if (entry) entries.push(entry);
      else log.error('an entry of the ledger of erasures cannot be read; restore it from a copy', { erasure: id });
    }
    return entries;
  }

  async function carryOutAgain(ids: readonly string[]): Promise<Repetition> {
    const entries = await readLedger(ids);
    let removed = nothingRemoved;
    const thread = createSerialThread<ErasureComparison, ErasureMatch[]>({
      module: new URL('./match-erasures.ts', import.meta.url),
      maxHeapMegabytes,
    });
    try {
      for await (const emails of entries.length > 0 ? store.addresses() : []) {
        for (const { email, erasedAt } of await thread.run(async () => ({ input: { entries, emails } }))) {
          // What the visitor has sent since then is not what they wanted erased.
          const isErased = ({ receivedAt }: Submission) => erasedAt.some((time) => receivedAt <= time);
          const submissions = (await store.ofEmail(email)).filter(isErased);
          removed = addRemovals(removed, await removeSubmissions(submissions, keeping));
        }
      }
    } finally {
      await thread.end();
    }
    for (const { id, erasedAt } of entries) await notes.add(id, erasedAt);
    return { erasures: entries.length, ...removed };
  }

  async function repeatUnknown(): Promise<void> {
    const names = await ledger.names();
    if (names.length === 0) return;
    const known = await notes.all();
    const unknown = names.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    log.warn('erasures of the ledger have been carried out again', { ...(await carryOutAgain(unknown)) });
  }

  return {
    /**
     * Removes everything of a visitor: records, résumés, queued mail, mail files and drafts of them. The ledger is durable
     * before: broken off, it is completed by `repeat`.
     * @param email in any case and form of Unicode, its domain in Punycode or not
     */
    async erase(email: string): Promise<Removal> {
      const submissions = await store.ofEmail(email);
      const id = randomUUID();
      // The clock of the server may be ahead of this one.
      const moments = [clock.now().toISOString(), ...submissions.map(({ receivedAt }) => receivedAt)];
      const erasedAt = moments.sort().at(-1) ?? '';
      await ledger.add(id, writeEntry(erasedAt, foldEmail(email)));
      const removal = await removeSubmissions(submissions, keeping);
      await notes.add(id, erasedAt);
      return removal;
    },

    /** Carries out what stands in the ledger and this database does not know of: it comes from a backup, or a process died. */
    repeat(): Promise<void> {
      // At start both the mail worker and housekeeping call it: once is enough.
      repeating ??= repeatUnknown().finally(() => {
        repeating = undefined;
      });
      return repeating;
    },

    /** The same with all that stands in the ledger, whether or not it is known. */
    async repeatAll(): Promise<Repetition> {
      return carryOutAgain(await ledger.names());
    },

    /** Forgets erasures from before a time: the retention of what they erased has passed since, also in backups. */
    async forgetBefore(moment: Date): Promise<void> {
      for (const id of await notes.before(moment.toISOString())) {
        await ledger.remove(id);
        await notes.remove(id);
      }
    },
  };
}

function writeEntry(erasedAt: string, foldedEmail: string): string {
  const salt = randomBytes(saltBytes).toString('base64');
  return `${JSON.stringify({ erased_at: erasedAt, salt, address: hashAddress(foldedEmail, salt) })}\n`;
}

function readEntry(id: string, text: string): LedgerEntry | undefined {
  const { data } = entrySchema.safeParse(parseJson(text));
  if (!data) return undefined;
  return { id, erasedAt: data.erased_at, salt: data.salt, address: data.address };
}
