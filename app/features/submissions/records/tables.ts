import type { Database } from '../../../platform/database/port.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';

/** The tables of `db/migrations`; times are ISO 8601 in UTC in both dialects. */
export interface SubmissionTables {
  submissions: {
    id: string;
    kind: SubmissionKind;
    status: SubmissionStatus;
    received_at: string;
    email: string;
    /** JSON object of the accepted text fields. */
    fields: string;
    resume_file: string | null;
    resume_name: string | null;
    resume_bytes: number | null;
    resume_sha256: string | null;
    spam_reason: SpamReason | null;
    resume_scan: ResumeScan | null;
    /** JSON array; null where there are none. */
    resume_cautions: string | null;
    /** Folded text, one line per field; null in records from before search existed. */
    search_text: string | null;
    /** See `positionIdOf`; null where the record has no position, or no search text yet. */
    position_id: string | null;
    answered_at: string | null;
  };
  /** Résumés, with PostgreSQL only. */
  resume_pieces: { file: string; piece: number; bytes: Uint8Array };
  /** With PostgreSQL only. */
  erasure_ledger: { id: string; entry: string };
  submission_notes: { id: string; submission_id: string; noted_at: string; text: string };
  privacy_requests: {
    id: string;
    kind: PrivacyRequestKind;
    /** Null once the request is closed; `address_hash` then identifies the address. */
    email: string | null;
    address_salt: string | null;
    address_hash: string | null;
    /** Calendar days in UTC, as are `due_on` and `extended_on`. */
    received_on: string;
    due_on: string;
    extended_on: string | null;
    extension_reason: string | null;
    closed_at: string | null;
    closing_reason: string | null;
  };
  privacy_request_notes: { id: string; request_id: string; noted_at: string; text: string };
  idempotency_answers: {
    kind: SubmissionKind;
    key: string;
    content_sha256: string;
    message: string;
    submission_id: string;
  };
  outbox: {
    id: string;
    /** Null exactly where the kind is `content`. */
    submission_id: string | null;
    kind: MailKind;
    /** Of a notification: that of its last attempt. */
    recipient: string;
    status: MailStatus;
    attempts: number;
    next_attempt_at: string;
    give_up_at: string;
    lease: string | null;
    leased_until: string | null;
    last_error: string | null;
    sent_at: string | null;
    /** JSON of a `ContentNotice`; null for every other kind. */
    notice: string | null;
    noticed_at: string | null;
  };
  /** The content state of each instance. */
  content_instances: {
    name: string;
    version: string | null;
    live_since: string | null;
    /** JSON array of problems. */
    refused: string | null;
    refused_since: string | null;
    refused_key: string | null;
    seen_at: string;
  };
  /** One row: the refused state that the last mail was about, or nothing. */
  content_notified: { id: number; refused_key: string };
  acknowledged_mailboxes: { mailbox: string; acknowledged_at: string; submission_id: string };
  readiness: { id: number; checked_at: string };
  erasures: { id: string; erased_at: string };
  /** One row: when housekeeping last ran. */
  known_time: { id: number; known_at: string };
  expected_resumes: { file: string; expected_at: string; abandoned_at: string | null };
  secrets: { name: string; value: string };
  used_proofs: { proof: string; expires_at: string };
  client_attempts: {
    client: string;
    /** JSON array of times, ms. */
    attempts: string;
    expires_at: string;
  };
}

/** Requests of people about their own data: a copy of it (GDPR Art. 15), or its erasure (Art. 17). */
export const privacyRequestKinds = ['access', 'erasure'] as const;
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number];

/** Spam is listed separately and mailed to nobody until it is released (Ruling 26). */
export const submissionStatuses = ['received', 'spam'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];
/** Kinds of outbox messages: mail to the company or the visitor about a record, a record for the webhook, or mail about the content. */
export type MailKind = 'notification' | 'acknowledgement' | 'webhook' | 'content';
/** The trap field was filled; the form was sent sooner than a person can; the proof of work is missing or was used before. */
export const spamReasons = ['trap', 'too-fast', 'no-proof'] as const;
export type SpamReason = (typeof spamReasons)[number];
/** The virus scanner's verdict on a résumé: `unscanned` while the scanner is unavailable, `infected` if a later scan found a virus. */
export type ResumeScan = 'clean' | 'unscanned' | 'infected';
/** Active content of a résumé that its sender may not know of (Ruling 24): it is accepted, but not mailed. */
export type ResumeCaution = 'ole-object' | 'remote-template' | 'pdf-javascript' | 'pdf-launch' | 'uninspected';
/** Held with a record that is spam; dead when it was given up. */
export type MailStatus = 'held' | 'queued' | 'sent' | 'dead';

export type SubmissionDatabase = Database<SubmissionTables>;
