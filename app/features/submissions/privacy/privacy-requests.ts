import { randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { dayMs, isoAfter, isoDay } from '../../../shared/iso-time.ts';
import type { Note } from '../records/follow-up.ts';
import { hashAddress } from '../records/match-erasures.ts';
import { createSubmissionId, foldEmail, idStartsWith, spellingsOf } from '../records/submission.ts';
import type { PrivacyRequestKind, SubmissionDatabase, SubmissionTables } from '../records/tables.ts';
import { type Day, dueDay, type Urgency, urgencyOf } from './due-day.ts';

/** One request of a person for access to their data or its erasure. */
export interface PrivacyRequest {
  readonly id: string;
  readonly kind: PrivacyRequestKind;
  readonly state: Urgency | 'done';
  /** Folded; undefined once the request is closed. */
  readonly email: string | undefined;
  readonly received: Day;
  /** Its last day, in UTC. */
  readonly due: Day;
  /** Two further months: the day on which the person learned the reason, and the reason. */
  readonly extension: { readonly on: Day; readonly reason: string } | undefined;
  readonly closedAt: Date | undefined;
  /** Why it was closed although records remain. */
  readonly closingReason: string | undefined;
  /** When a closed request is removed. */
  readonly retainedUntil: Date | undefined;
}

/** Numbers of open requests. Overdue requests do not count as due soon. */
export interface PrivacyRequestCounts {
  readonly open: number;
  readonly dueSoon: number;
  readonly overdue: number;
}

/** A closed request proves for 24 months that it was answered (GDPR Art. 5(2); 11 CCR § 7101), as `content/legal` states. */
const closedDays = 2 * 365 + 1;
const saltBytes = 16;

/** Requests for access and erasure with their statutory deadlines, in the database of the submissions. */
export class PrivacyRequests {
  readonly #database: SubmissionDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: SubmissionDatabase; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Stores a request. @param received the day on which it arrived */
  async add(kind: PrivacyRequestKind, email: string, received: Day): Promise<PrivacyRequest> {
    const row = await this.#database.db
      .insertInto('privacy_requests')
      .values({
        id: createSubmissionId(this.#clock.now()),
        kind,
        email: foldEmail(email),
        received_on: received,
        due_on: dueDay(received),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return requestOfRow(row, this.#today());
  }

  /** Lists open requests, the next due first, then closed ones, the latest first. A closed one is found by the hash of its e-mail address. */
  async list(filter: {
    readonly isOpen?: boolean;
    readonly kind?: PrivacyRequestKind | undefined;
    readonly email?: string | undefined;
  }): Promise<PrivacyRequest[]> {
    let query = this.#database.db.selectFrom('privacy_requests').selectAll().orderBy('due_on').orderBy('id');
    if (filter.kind) query = query.where('kind', '=', filter.kind);
    if (filter.isOpen) query = query.where('closed_at', 'is', null);
    const rows = await query.execute();
    const { email } = filter;
    const wanted = email === undefined ? rows : rows.filter((row) => isOf(row, email));
    const open = wanted.filter((row) => row.closed_at === null);
    const closed = wanted
      .filter((row) => row.closed_at !== null)
      .sort((a, b) => (String(a.closed_at) < String(b.closed_at) ? 1 : -1));
    return [...open, ...closed].map((row) => requestOfRow(row, this.#today()));
  }

  /** Returns at most `limit` requests whose id starts with a prefix. @param prefix in lower case */
  async startingWith(prefix: string, limit: number): Promise<PrivacyRequest[]> {
    const rows = await this.#database.db
      .selectFrom('privacy_requests')
      .selectAll()
      .where(idStartsWith(prefix))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => requestOfRow(row, this.#today()));
  }

  /** Extends an open request by two months. @returns its last day; undefined where it is closed or already extended */
  async extend({ id, received }: PrivacyRequest, on: Day, reason: string): Promise<Day | undefined> {
    const due = dueDay(received, true);
    const { numUpdatedRows } = await this.#database.db
      .updateTable('privacy_requests')
      .set({ due_on: due, extended_on: on, extension_reason: reason })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where('extended_on', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? due : undefined;
  }

  /** Closes a request and replaces its e-mail address by a hash. @returns whether it was open */
  async close({ id, email }: PrivacyRequest, reason: string | undefined): Promise<boolean> {
    if (email === undefined) return false;
    const salt = randomBytes(saltBytes).toString('base64');
    const { numUpdatedRows } = await this.#database.db
      .updateTable('privacy_requests')
      .set({
        email: null,
        address_salt: salt,
        address_hash: hashAddress(email, salt),
        closed_at: this.#clock.now().toISOString(),
        closing_reason: reason ?? null,
      })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    await this.#database.purge();
    return numUpdatedRows > 0n;
  }

  async addNote(id: string, text: string): Promise<Note> {
    const notedAt = this.#clock.now().toISOString();
    await this.#database.db
      .insertInto('privacy_request_notes')
      .values({ id: randomUUID(), request_id: id, noted_at: notedAt, text })
      .execute();
    return { notedAt, text };
  }

  /** Oldest first. */
  notesOf(id: string): Promise<Note[]> {
    return this.#database.db
      .selectFrom('privacy_request_notes')
      .select(['noted_at as notedAt', 'text'])
      .where('request_id', '=', id)
      .orderBy('noted_at')
      .orderBy('id')
      .execute();
  }

  async counts(): Promise<PrivacyRequestCounts> {
    const rows = await this.#database.db
      .selectFrom('privacy_requests')
      .where('closed_at', 'is', null)
      .groupBy('due_on')
      .select(['due_on', ({ fn }) => fn.countAll().as('count')])
      .execute();
    const of = (urgency?: Urgency) =>
      rows
        .filter(({ due_on }) => urgency === undefined || urgencyOf(due_on, this.#today()) === urgency)
        .reduce((sum, { count }) => sum + Number(count), 0);
    return { open: of(), dueSoon: of('due soon'), overdue: of('overdue') };
  }

  /** Removes closed requests past their retention, with their notes. @returns how many */
  async removeExpired(): Promise<number> {
    const { numDeletedRows } = await this.#database.db
      .deleteFrom('privacy_requests')
      .where('closed_at', '<', isoAfter(this.#clock.now(), -closedDays * dayMs))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #today(): Day {
    return isoDay(this.#clock.now());
  }
}

type Row = Selectable<SubmissionTables['privacy_requests']>;

/** Whether a request belongs to an e-mail address. @param email in any spelling */
function isOf({ email: stored, address_salt: salt, address_hash: hash }: Row, email: string): boolean {
  if (salt === null) return stored === foldEmail(email);
  return spellingsOf(email).some((spelling) => hashAddress(spelling, salt) === hash);
}

function requestOfRow(row: Row, today: Day): PrivacyRequest {
  const closedAt = row.closed_at === null ? undefined : new Date(row.closed_at);
  return {
    id: row.id,
    kind: row.kind,
    state: closedAt ? 'done' : urgencyOf(row.due_on, today),
    email: row.email ?? undefined,
    received: row.received_on,
    due: row.due_on,
    extension:
      row.extended_on === null || row.extension_reason === null
        ? undefined
        : { on: row.extended_on, reason: row.extension_reason },
    closedAt,
    closingReason: row.closing_reason ?? undefined,
    retainedUntil: closedAt && new Date(closedAt.getTime() + closedDays * dayMs),
  };
}
