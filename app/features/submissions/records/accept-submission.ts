import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { formTokenLifetimeMs } from '../../../shared/form-token.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { isoAfter } from '../../../shared/iso-time.ts';
import { queueAcknowledgement, queueMessages } from '../mail/queue-mail.ts';
import { removePendingResume } from './pending-resumes.ts';
import { foldEmail, positionIdOf, type Submission, searchTextOf } from './submission.ts';
import type { SubmissionDatabase, SubmissionTables } from './tables.ts';

/** The response to a submission, by which repetitions of it are recognised. */
export interface IdempotentResponse {
  /** Any of them identifies a repetition. */
  readonly keys: readonly string[];
  /** Hash of all content that was sent. */
  readonly contentSha256: string;
  readonly message: string;
}

/** The outcome of storing a record. */
export type Acceptance =
  /** The record is durable; as spam, if its proof of work had been used before. */
  | { readonly outcome: 'stored'; readonly proofReused?: true }
  /** The key has been used with the same content: nothing was stored, and this was the response's message. */
  | { readonly outcome: 'repeated'; readonly message: string }
  /** The key has been used with other content. */
  | { readonly outcome: 'key-reused' };

class RollbackWithResult extends Error {
  readonly acceptance: Acceptance;
  constructor(acceptance: Acceptance) {
    super('decided');
    this.acceptance = acceptance;
  }
}

/** A commit failed or its response was lost: the record may be stored. See the cause. */
export class CommitUncertainError extends Error {
  override readonly name = 'CommitUncertainError';
}

/** The database of records, and the messages that each stored record queues besides its notifications. */
export interface AcceptOptions {
  readonly database: SubmissionDatabase;
  readonly clock: Clock;
  /** Whether the visitor gets a mail for a record that is received or released from spam. */
  readonly acknowledge?: boolean;
  /** Whether a webhook delivers each record to another system as well. */
  readonly hasWebhook?: boolean;
}

/** Creates the transaction that stores a submission. */
export function createAccept({ database: { db }, clock, acknowledge, hasWebhook }: AcceptOptions) {
  /**
   * Stores a record, the response for its key, one mail for each recipient and the visitor's acknowledgement in one transaction.
   * @param submission its résumé, if it has one, is announced (see `createPendingResumes`) or stored by `storeResume`
   * @param proof the proof of work sent with it, which counts once
   * @param storeResume stores the file in the same transaction
   * @throws CommitUncertainError when the record may have been stored; any other error when nothing was stored
   */
  return async (
    submission: Submission,
    recipients: readonly string[],
    response?: IdempotentResponse,
    proof?: string,
    storeResume?: (transaction: Transaction<SubmissionTables>) => Promise<void>,
  ): Promise<Acceptance> => {
    const { id, kind, resume } = submission;
    const now = clock.now();
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (transaction): Promise<Acceptance> => {
        // A write comes first, so that SQLite takes the write lock at once: upgrading a read transaction could fail.
        const proofReused = proof !== undefined && !(await spendProof(transaction, proof, now));
        if (resume && !storeResume) await removePendingResume(transaction, resume.file);
        const isSpam = submission.status === 'spam' || proofReused;
        await transaction
          .insertInto('submissions')
          .values({
            id,
            kind,
            status: isSpam ? 'spam' : 'received',
            spam_reason: submission.spamReason ?? (proofReused ? 'no-proof' : null),
            received_at: submission.receivedAt,
            email: foldEmail(submission.fields.email ?? ''),
            fields: JSON.stringify(submission.fields),
            resume_file: resume?.file ?? null,
            resume_name: resume?.name ?? null,
            resume_bytes: resume?.bytes ?? null,
            resume_sha256: resume?.sha256 ?? null,
            resume_scan: resume?.scan ?? null,
            resume_cautions: resume?.cautions?.length ? JSON.stringify(resume.cautions) : null,
            search_text: searchTextOf(submission),
            position_id: positionIdOf(submission.fields.jobid),
          })
          .execute();
        await storeResume?.(transaction);
        if (response) await storeResponse(transaction, { kind, submissionId: id, response });
        if (acknowledge && !isSpam) await queueAcknowledgement(transaction, submission, now);
        const message = { submission_id: id, now, isHeld: isSpam };
        await queueMessages(transaction, [
          ...recipients.map((recipient) => ({ ...message, kind: 'notification' as const, recipient })),
          ...(hasWebhook ? [{ ...message, kind: 'webhook' as const, recipient: 'webhook' }] : []),
        ]);
        isCommitting = true;
        return proofReused ? { outcome: 'stored', proofReused } : { outcome: 'stored' };
      });
    } catch (error) {
      if (error instanceof RollbackWithResult) return error.acceptance;
      if (isCommitting) throw new CommitUncertainError('A submission may not have been committed', { cause: error });
      throw error;
    }
  };
}

/** @returns whether the proof was unused; of two simultaneous calls the second waits for the first */
async function spendProof(transaction: Transaction<SubmissionTables>, proof: string, now: Date): Promise<boolean> {
  const added = await transaction
    .insertInto('used_proofs')
    // Its token has expired by then, also one of a clock that was ahead.
    .values({ proof, expires_at: isoAfter(now, 2 * formTokenLifetimeMs) })
    .onConflict((conflict) => conflict.column('proof').doNothing())
    .returning('proof')
    .executeTakeFirst();
  return added !== undefined;
}

/** @throws RollbackWithResult where a key has been used before */
async function storeResponse(
  transaction: Transaction<SubmissionTables>,
  options: { kind: SubmissionKind; submissionId: string; response: IdempotentResponse },
): Promise<void> {
  const { kind, submissionId: submission_id } = options;
  const { keys, contentSha256: content_sha256, message } = options.response;
  for (const key of keys) {
    const added = await transaction
      .insertInto('idempotency_answers')
      .values({ kind, key, content_sha256, message, submission_id })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (added) continue;
    const earlier = await responseTo(transaction, kind, key);
    const isSame = earlier?.contentSha256 === content_sha256;
    throw new RollbackWithResult(
      isSame ? { outcome: 'repeated', message: earlier.message } : { outcome: 'key-reused' },
    );
  }
}

/** Returns the response to a submission that was accepted under a key. */
export async function responseTo(
  db: Kysely<SubmissionTables>,
  kind: SubmissionKind,
  key: string,
): Promise<Omit<IdempotentResponse, 'keys'> | undefined> {
  return db
    .selectFrom('idempotency_answers')
    .select(['content_sha256 as contentSha256', 'message'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
}
