import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dueDay } from '../../app/features/submissions/privacy/due-day.ts';
import type { PrivacyRequest } from '../../app/features/submissions/privacy/privacy-requests.ts';
import { makeDirectories } from '../../app/platform/files/private-directory.ts';
import { isoDay } from '../../app/shared/iso-time.ts';
import { jsonText } from '../../app/shared/json-text.ts';
import { count } from '../terminal/count.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { layTable } from '../terminal/table.ts';
import { copyResumes } from './copy-resumes.ts';
import { oneById } from './one-by-id.ts';
import { type Inbox, listedRecordToJson } from './open-inbox.ts';
import type { ListedRecord } from './record-views.ts';
import { describeDue, describeRequest, requestColumns, requestToJson } from './request-views.ts';

/** The commands of the privacy desk, which throw a RefusedError when they are impossible. */
export const requestCommands = {
  'request list': listRequests,
  'request add': addRequest,
  'request show': showRequest,
  'request export': exportRequest,
  'request note': addNote,
  'request extend': extendRequest,
  'request done': closeRequest,
};

/** The request that the command names. @throws RefusedError if there is none, or several */
const oneRequest = ({ command, requests }: Inbox): Promise<PrivacyRequest> =>
  oneById('request', command.id, requests, '; request list --all shows them');

async function* listRequests({ command, requests, now, width, paint }: Inbox): AsyncGenerator<string> {
  const { all, requestKind, email, json } = command;
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

async function showRequest(inbox: Inbox): Promise<string> {
  const { requests, store, report } = inbox;
  const request = await oneRequest(inbox);
  const notes = await requests.notesOf(request.id);
  const { email } = request;
  const records = email === undefined ? undefined : (await store.ofEmail(email)).length;
  const json = {
    ...requestToJson(request),
    records: records ?? null,
    notes: notes.map(({ notedAt, text }) => ({ noted_at: notedAt, text })),
  };
  return report(json, describeRequest(request, { notes, records }, inbox).trimEnd());
}

async function addNote(inbox: Inbox): Promise<string> {
  const { id } = await oneRequest(inbox);
  const { notedAt } = await inbox.requests.addNote(id, inbox.command.argument);
  return inbox.report({ id, noted_at: notedAt }, `Note added to ${id}.`);
}

async function addRequest({ command, requests, store, now, report }: Inbox): Promise<string> {
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
    `${request.id}: request by ${request.email} for ${kind}, received ${received}`,
    `Due ${describeDue(request.due, now)}. Verify the identity of the person.`,
    `${count(records.length, 'record')} of this address${records.length > 0 ? `: ${next}` : ''}`,
    `Then: request done ${request.id}`,
  ].join('\n');
  return report(requestToJson(request), text);
}

async function extendRequest(inbox: Inbox): Promise<string> {
  const { command, requests, now, report } = inbox;
  const request = await oneRequest(inbox);
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
  return report({ id, due }, `${id} is due on ${describeDue(due, now)}.`);
}

async function closeRequest(inbox: Inbox): Promise<string> {
  const { command, requests, store, report } = inbox;
  const request = await oneRequest(inbox);
  const { id, kind, email } = request;
  if (email === undefined) throw new RefusedError(`${id} is done already`);
  const remaining = kind === 'erasure' ? (await store.ofEmail(email)).length : 0;
  if (remaining > 0 && !command.force)
    throw new RefusedError(
      `${count(remaining, 'record')} of ${email} ${remaining === 1 ? 'remains' : 'remain'}. Erase with npm run inbox -- erase --email ${email}\nIf you must keep data (GDPR Art. 17(3)), tell the person; then close the request with --force --reason "TEXT"`,
    );
  if (!(await requests.close(request, command.reason))) throw new RefusedError(`${id} was closed meanwhile`);
  const forced = remaining > 0 ? `, with ${count(remaining, 'record')} of the address left` : '';
  const text = `${id} is done${forced}. Only a hash of its address is stored now.`;
  return report({ id, done: true, records: remaining }, text);
}

async function exportRequest(inbox: Inbox): Promise<string> {
  const { command, store, directory, now, listed, report } = inbox;
  const { id, email } = await oneRequest(inbox);
  if (email === undefined) throw new RefusedError(`${id} is done, and only a hash of its address is stored`);
  const records = await store.ofEmail(email);
  const folder = resolve(directory, command.to ?? '.');
  await makeDirectories(folder);
  const path = join(folder, 'records.json');
  const exported = (await listed(records)).map((record) => ({
    ...listedRecordToJson(record),
    mail: mailForPerson(record),
  }));
  const data = { email, exported_at: now.toISOString(), records: exported };
  try {
    if (command.force) await rm(path, { force: true });
    await writeFile(path, `${jsonText(data)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new RefusedError(`${path} already exists; --force replaces it`);
  }
  const { copied } = await copyResumes(inbox, [records], folder);
  return report(
    { id, path, records: records.length, resumes: copied.length },
    `${path}: ${count(records.length, 'record')}, ${count(copied.length, 'resume')} beside it`,
  );
}

/** Returns the mails with their recipients (GDPR Art. 15(1)(c)), but without the server's failures, which are about its own network. */
const mailForPerson = ({ mails }: ListedRecord) =>
  mails.map(({ kind, recipient, status }) => ({ kind, recipient, status }));

function refuseFuture(option: string, day: string, now: Date): void {
  if (day > isoDay(now))
    throw new RefusedError(`--${option} is ${day}; it takes no day after today, ${isoDay(now)} (UTC)`);
}
