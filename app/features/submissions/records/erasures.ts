import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Journal } from '../../../platform/files/journal.ts';
import type { Log } from '../../../platform/log/log.ts';
import { createSerialThread } from '../../../platform/threads/serial-worker.ts';
import { parseJson } from '../../../shared/json-text.ts';
import { createErasureNotes } from './erasure-notes.ts';
import { type ErasedAddress, type ErasureComparison, type ErasureMatch, hashAddress } from './match-erasures.ts';
import {
  addRemovals,
  nothingRemoved,
  type RecordStorage,
  type Removal,
  removeSubmissions,
} from './remove-submissions.ts';
import { foldEmail, type Submission } from './submission.ts';
import type { SubmissionDatabase } from './tables.ts';

/** A ledger entry: enough to recognise the address again, but not to read it. */
const entrySchema = z.object({
  erased_at: z.iso.datetime(),
  /** Unique to this entry, so that two entries of one address cannot be linked. */
  salt: z.base64(),
  /** HMAC-SHA256 of the folded address, keyed with the salt; hexadecimal. */
  address: z.string().regex(/^[\da-f]{64}$/u),
});

interface LedgerEntry extends ErasedAddress {
  readonly id: string;
}

/** Records removed by repeated erasures, and the number of erasures. */
export interface Repetition extends Removal {
  readonly erasures: number;
}

interface ErasuresOptions extends RecordStorage {
  readonly database: SubmissionDatabase;
  readonly ledger: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

export type Erasures = ReturnType<typeof createErasures>;

const saltBytes = 16;

/** Memory of the thread that compares addresses, a few thousand at a time, with the ledger. */
const maxHeapMegabytes = 64;

/** Erases visitors' data, and erases it again after an older backup is restored (Contract, Reading what came in). */
export function createErasures({ database, ledger, clock, log, ...recordStorage }: ErasuresOptions) {
  const { store } = recordStorage;
  const notes = createErasureNotes(database);
  let repeating: Promise<void> | undefined;

  async function carryOutAgain(entries: readonly LedgerEntry[]): Promise<Repetition> {
    let removed = nothingRemoved;
    await using thread = createSerialThread<ErasureComparison, ErasureMatch[]>({
      module: new URL('./match-erasures.ts', import.meta.url),
      maxHeapMegabytes,
    });
    for await (const emails of entries.length > 0 ? store.addresses() : []) {
      for (const { email, erasedAt } of await thread.run(async () => ({ input: { entries, emails } }))) {
        // The request does not cover later submissions.
        const isErased = ({ receivedAt }: Submission) => erasedAt.some((time) => receivedAt <= time);
        const submissions = (await store.ofEmail(email)).filter(isErased);
        removed = addRemovals(removed, await removeSubmissions(submissions, recordStorage));
      }
    }
    for (const { id, erasedAt } of entries) await notes.add(id, erasedAt);
    return { erasures: entries.length, ...removed };
  }

  async function repeatUnknown(forgottenBefore: string): Promise<void> {
    const names = await ledger.names();
    if (names.length === 0) return;
    const known = await notes.all();
    const unknownNames = names.filter((id) => !known.has(id));
    const unknown = await readLedger(unknownNames, ledger, log);
    const due = unknown.filter(({ erasedAt }) => erasedAt >= forgottenBefore);
    // Another instance has forgotten the others.
    for (const entry of unknown) if (!due.includes(entry)) await ledger.remove(entry.id);
    if (due.length === 0) return;
    log.warn('erasures of the ledger have been carried out again', { ...(await carryOutAgain(due)) });
  }

  return {
    /**
     * Removes all data of a visitor: records, résumés, queued mail and mail files. The ledger entry is durable first, for `repeat`.
     * @param email in any case and form of Unicode, its domain in Punycode or not
     */
    async erase(email: string): Promise<Removal> {
      const submissions = await store.ofEmail(email);
      const id = randomUUID();
      // The clock of the server may be ahead of this one.
      const times = [clock.now().toISOString(), ...submissions.map(({ receivedAt }) => receivedAt)];
      const erasedAt = times.sort().at(-1) ?? '';
      await ledger.add(id, writeEntry(erasedAt, foldEmail(email)));
      const removal = await removeSubmissions(submissions, recordStorage);
      await notes.add(id, erasedAt);
      return removal;
    },

    /**
     * Carries out ledger entries that this database does not know of, after a restored backup or a crash.
     * @param forgottenBefore see `forgetBefore`; earlier entries are removed
     */
    repeat(forgottenBefore?: Date): Promise<void> {
      // Mail workers and housekeeping all call it at start; one run is enough.
      repeating ??= repeatUnknown(forgottenBefore?.toISOString() ?? '').finally(() => {
        repeating = undefined;
      });
      return repeating;
    },

    /** Carries out all ledger entries again, including known ones. */
    async repeatAll(): Promise<Repetition> {
      return carryOutAgain(await readLedger(await ledger.names(), ledger, log));
    },

    /** Forgets erasures before a time: the retention of the erased records has passed, also in backups. */
    async forgetBefore(time: Date): Promise<void> {
      for (const id of await notes.before(time.toISOString())) {
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

async function readLedger(ids: readonly string[], ledger: Journal, log: Log): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const id of ids) {
    const { data } = entrySchema.safeParse(parseJson(await ledger.read(id)));
    if (data) entries.push({ id, erasedAt: data.erased_at, salt: data.salt, address: data.address });
    else log.error('an entry of the ledger of erasures cannot be read; restore it from a copy', { erasure: id });
  }
  return entries;
}
