import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dueDay } from '../../app/features/submissions/privacy/due-day.ts';
import type { PrivacyRequest, PrivacyRequests } from '../../app/features/submissions/privacy/privacy-requests.ts';
import type { Submission } from '../../app/features/submissions/records/submission.ts';
import type { SubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import { makeDirectories } from '../../app/platform/files/private-directory.ts';
import { isoDay } from '../../app/shared/iso-time.ts';
import { jsonText } from '../../app/shared/json-text.ts';
import { count } from '../terminal/count.ts';
import type { Paint } from '../terminal/paint.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { layTable } from '../terminal/table.ts';
import type { Command, CommandName } from './command-line.ts';
import { oneById } from './one-by-id.ts';
import { describeDue, describeRequest, requestColumns, requestToJson } from './request-views.ts';

/** A command of the privacy desk, such as `request add`. */
export type RequestCommandName = Extract<CommandName, `request ${string}`>;

interface RequestContext {
  readonly requests: PrivacyRequests;
  readonly store: SubmissionStore;
  readonly now: Date;
  /** The operator's current folder. */
  readonly directory: string;
  readonly width: number | undefined;
  readonly paint: Paint;
  /** Copies the résumés of records into a folder. @returns the number of résumés in it */
  readonly copyResumes: (records: readonly Submission[], folder: string) => Promise<number>;
  /** Returns records with their notes and mail in the format of `show --json`. */
  readonly recordsToJson: (records: readonly Submission[]) => Promise<unknown[]>;
}

/** Whether a command belongs to the privacy desk. */
export const isRequestCommand = (name: CommandName): name is RequestCommandName => name.startsWith('request ');

/** Runs a command of the privacy desk. @throws RefusedError when the command is impossible */
export async function* runRequest(
  name: RequestCommandName,
  command: Command,
  context: RequestContext,
): AsyncGenerator<string> {
  const { requests, now } = context;
  const print = (json: unknown, text: string) => (command.json ? `${jsonText(json)}\n` : `${text}\n`);
  if (name === 'request list') yield* listRequests(command, context);
  else if (name === 'request add') {
    const { request, text } = await addRequest(command, context);
    yield print(requestToJson(request), text);
  } else {
    const request = await oneById('request', command.id, requests, '; request list --all shows them');
    if (name === 'request show') {
      const notes = await requests.notesOf(request.id);
      const { email } = request;
      const records = email === undefined ? undefined : (await context.store.ofEmail(email)).length;
      const json = {
        ...requestToJson(request),
        records: records ?? null,
        notes: notes.map(({ notedAt, text }) => ({ noted_at: notedAt, text })),
      };
      yield print(json, describeRequest(request, { notes, records }, context).trimEnd());
    } else if (name === 'request note') {
      const { notedAt } = await requests.addNote(request.id, command.argument);
      yield print({ id: request.id, noted_at: notedAt }, `Note added to ${request.id}.`);
    } else if (name === 'request export') {
      const { json, text } = await exportRequest(request, command, context);
      yield print(json, text);
    } else if (name === 'request extend') {
      const due = await extendRequest(request, command, context);
      yield print({ id: request.id, due }, `${request.id} is due on ${describeDue(due, now)}.`);
    } else {
      const { remaining, text } = await closeRequest(request, command, context);
      yield print({ id: request.id, done: true, records: remaining }, text);
    }
  }
}

async function* listRequests(
  { all, requestKind, email, json }: Command,
  { requests, now, width, paint }: RequestContext,
): AsyncGenerator<string> {
  const found = await requests.list({ isOpen: !all, kind: requestKind, email });
  if (json) {
    yield `${jsonText(found.map(requestToJson))}\n`;
    return;
  }
  if (found.length === 0) {
    yield all ? 'No requests match.\n' : 'There are no open requests; --all includes closed ones.\n';
    return;
  }
  yield* layTable(requestColumns(paint, now), [found], { width, paint });
  yield `\n${count(found.length, 'request')}\n`;
}

async function addRequest(command: Command, { requests, store, now }: RequestContext) {
  const { requestKind: kind, email, received = isoDay(now), force } = command;
  if (kind === undefined || email === undefined) throw new Error('request add is read with its kind and address');
  refuseFuture('received', received, now);
  const [open] = await requests.list({ isOpen: true, kind, email });
  if (open && !force)
    throw new RefusedError(
      `${open.id} is an open request for ${kind} of this address already, received ${open.received}; --force adds another`,
    );
  const request = await requests.add(kind, email, received);
  const records = await store.ofEmail(email);
  const next = kind === 'access' ? `request export ${request.id} --to FOLDER` : `erase --email ${request.email}`;
  const text = [
    `${request.id}: request for ${kind} of ${request.email}, received ${received}`,
    `Due ${describeDue(request.due, now)}. Verify the identity of the person.`,
    `${count(records.length, 'record')} of this address${records.length > 0 ? `: ${next}` : ''}`,
    `Then: request done ${request.id}`,
  ].join('\n');
  return { request, text };
}

async function extendRequest(request: PrivacyRequest, command: Command, { requests, now }: RequestContext) {
  const { id, received, extension, closedAt } = request;
  const { notified = isoDay(now), reason = '' } = command;
  if (closedAt) throw new RefusedError(`${id} is done`);
  if (extension) throw new RefusedError(`${id} was extended on ${extension.on}; a request is extended once`);
  refuseFuture('notified', notified, now);
  if (notified < received) throw new RefusedError(`--notified is ${notified}; ${id} was received on ${received}`);
  const lastDay = dueDay(received);
  if (notified > lastDay)
    throw new RefusedError(
      `The first month of ${id} ended on ${lastDay} (UTC), and you must give the person the reason within it (GDPR Art. 12(3)). If you did, add --notified DAY`,
    );
  const due = await requests.extend(request, notified, reason);
  if (due === undefined) throw new RefusedError(`${id} was extended or closed meanwhile`);
  return due;
}

async function closeRequest(request: PrivacyRequest, command: Command, { requests, store }: RequestContext) {
  const { id, kind, email } = request;
  if (email === undefined) throw new RefusedError(`${id} is done already`);
  const remaining = kind === 'erasure' ? (await store.ofEmail(email)).length : 0;
  if (remaining > 0 && !command.force)
    throw new RefusedError(
      `${count(remaining, 'record')} of ${email} ${remaining === 1 ? 'remains' : 'remain'}. Erase with npm run inbox -- erase --email ${email}\nIf you must keep data (GDPR Art. 17(3)), tell the person; then close the request with --force --reason "TEXT"`,
    );
  if (!(await requests.close(request, command.reason))) throw new RefusedError(`${id} was closed meanwhile`);
  const forced = remaining > 0 ? `, with ${count(remaining, 'record')} of the address left` : '';
  return { remaining, text: `${id} is done${forced}. Only a hash of its address is stored now.` };
}

async function exportRequest(request: PrivacyRequest, command: Command, context: RequestContext) {
  const { id, email } = request;
  if (email === undefined) throw new RefusedError(`${id} is done, and only a hash of its address is stored`);
  const records = await context.store.ofEmail(email);
  const folder = resolve(context.directory, command.to ?? '.');
  await makeDirectories(folder);
  const path = join(folder, 'records.json');
  const data = { email, exported_at: context.now.toISOString(), records: await context.recordsToJson(records) };
  try {
    if (command.force) await rm(path, { force: true });
    await writeFile(path, `${jsonText(data)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new RefusedError(`${path} already exists; --force replaces it`);
  }
  const resumes = await context.copyResumes(records, folder);
  return {
    json: { id, path, records: records.length, resumes },
    text: `${path}: ${count(records.length, 'record')}, ${count(resumes, 'resume')} beside it`,
  };
}

function refuseFuture(option: string, day: string, now: Date): void {
  if (day > isoDay(now)) throw new RefusedError(`--${option} is ${day}; today is ${isoDay(now)} (UTC)`);
}
