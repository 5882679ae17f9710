import { hash } from 'node:crypto';
import type { VirusScanner } from '../../../platform/antivirus/virus-scanner.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { StagedFile } from '../../../platform/files/file-store.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import { checkForm, type FieldErrors, fileFieldName, type TextField, textFields } from '../../../shared/forms/form.ts';
import { resumeMessages } from '../../../shared/forms/resume-field.ts';
import type { FieldName, SubmissionFields, SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { fieldOfMaxLength, messages } from '../../../shared/submission-rules.ts';
import { assessSpam, type SpamAssessment } from '../protection/assess-spam.ts';
import type { FormTokens } from '../protection/form-token.ts';
import type { ProofOfWork } from '../protection/proof-of-work.ts';
import { CommitUncertainError } from '../records/accept-submission.ts';
import type { PendingResumes } from '../records/pending-resumes.ts';
import type { ResumeStore } from '../records/resume-pieces.ts';
import { createSubmissionId, type StoredResume, type Submission } from '../records/submission.ts';
import type { SubmissionStore } from '../records/submission-store.ts';
import type { ResumeScan, SpamReason } from '../records/tables.ts';
import type { SubmissionClient, SubmissionForm, SubmissionResponse, Submissions } from '../submissions.ts';
import { FileWriteError, FormError, type ReceivedForm, readBeginning, readForm } from './read-form.ts';
import type { ResumeInspection } from './resume/inspect-resume.ts';
import type { ResumeInspector } from './resume/resume-inspector.ts';

interface SubmissionsDependencies {
  readonly store: SubmissionStore;
  readonly files: ResumeStore;
  readonly pendingResumes: PendingResumes;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly inspector: ResumeInspector;
  /** Undefined where scanning is off. */
  readonly scanner: VirusScanner | undefined;
  readonly tokens: FormTokens;
  /** Undefined where the site requires no proof of work. */
  readonly proofs: ProofOfWork | undefined;
  /** Mailbox to notify of a submission. */
  readonly recipientOf: (kind: SubmissionKind) => string;
  readonly onQueued: () => void;
  /** Called with each new record's kind, and why it counts as spam. */
  readonly onStored: ((kind: SubmissionKind, spam: SpamReason | undefined) => void) | undefined;
}

const responseMessages = {
  notStored: 'Your message could not be stored just now. Please try again in a minute.',
  wrongFields: 'Some fields need another look.',
  wrongKey: 'The Idempotency-Key takes 1 to 200 visible characters.',
  keyReused: 'This Idempotency-Key was used for another submission. Send each submission under a key of its own.',
} as const;

/** Fields are restored in the browser, and echoed without JavaScript. */
function tooManyMessage(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `You have sent many messages in a short time. Your text stays in the form; please try again in ${wait}.`;
}

/** Time within which a page's form with the same content counts as one that was sent before, ms. */
const repetitionMs = 60_000;

/** When a store that failed is worth another try: a full disk or a restarting database usually recovers in this time. */
const storeRetrySeconds = 30;

/** Creates the handler that turns a request into a durable record (Contract, Submissions). */
export function createSubmissionHandler(dependencies: SubmissionsDependencies): Submissions['receive'] {
  const { files, limiter } = dependencies;
  return async (request, client, form) => {
    const waitMs = await limiter.take(client.address);
    if (waitMs > 0) {
      const typed = client.echoesInput ? { typed: await readTyped(request, form) } : {};
      return { status: 429, message: tooManyMessage(waitMs), retryAfterSeconds: Math.ceil(waitMs / 1000), ...typed };
    }
    const key = request.headers.get('idempotency-key') ?? undefined;
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/u.test(key))
      return { status: 400, message: responseMessages.wrongKey };

    let received: ReceivedForm | undefined;
    try {
      received = await readForm(request, {
        files,
        fileField: fileFieldName(form),
        echoesInput: client.echoesInput ?? false,
      });
      const response = await evaluateSubmission(received, form, key, client, dependencies);
      // A repeated submission that was accepted before is not refused, even if the rules have changed: the position may have closed.
      const repeated = response.status === 422 && (await repeatedResponse(received, form, key, dependencies));
      return repeated || response;
    } catch (error) {
      if (error instanceof FormError) {
        const { status, message, typed } = error;
        const field = fieldOf(error, form, client);
        if (field === undefined) return { status, message, typed };
        if (!client.echoesInput) return { status, message, typed, errors: { [field]: message } };
        const errors = { ...errorsOfTexts(form, typed), [field]: message };
        return { status, message: responseMessages.wrongFields, typed, errors };
      }
      client.log.error('a submission could not be stored', { kind: form.kind, error });
      const texts = error instanceof FileWriteError ? error.texts : received?.texts;
      const typed = texts ? { typed: Object.fromEntries(texts) } : {};
      return { status: 503, message: responseMessages.notStored, retryAfterSeconds: storeRetrySeconds, ...typed };
    } finally {
      await received?.file?.staged.discard();
    }
  };
}

/** Returns the earlier response to the same content under the same key; undefined where none was accepted. */
async function repeatedResponse(
  { texts, file }: ReceivedForm,
  form: SubmissionForm,
  key: string | undefined,
  { store }: SubmissionsDependencies,
): Promise<SubmissionResponse | undefined> {
  if (key === undefined) return undefined;
  const earlier = await store.responseTo(form.kind, key);
  const contentSha256 = hashContent({
    kind: form.kind,
    // As `checkForm` returns accepted texts; a text that is refused by now is only trimmed.
    fields: eachText(form, (name, { check }) => {
      const text = texts.get(name) ?? '';
      const checked = check(text);
      return 'value' in checked ? checked.value : text.trim();
    }),
    resume: file && { name: visibleName(file.name), sha256: file.staged.sha256 },
  });
  return earlier?.contentSha256 === contentSha256 ? { status: 200, message: earlier.message } : undefined;
}

/** Returns the field that makes a form too large; a text field is known only when all texts have been read. */
function fieldOf({ message, typed }: FormError, form: SubmissionForm, client: SubmissionClient) {
  if (message === resumeMessages.size) return fileFieldName(form);
  if (message !== messages.formTextSize || !client.echoesInput) return undefined;
  return fieldOfMaxLength(Object.entries(eachText(form, (name) => typed[name] ?? '')));
}

/** Returns the errors in the texts of an oversized form, because a page lists all errors at once. */
function errorsOfTexts(form: SubmissionForm, typed: FormError['typed']): FieldErrors {
  const texts = eachText(form, (name) => typed[name] ?? '');
  const { [fileFieldName(form) ?? '']: _, ...errors } = errorsOf(form, texts, checkForm(form, texts));
  return errors;
}

/** Reads the texts of a form that is refused unread, to echo them. */
async function readTyped(request: Request, form: SubmissionForm): Promise<Record<string, string>> {
  const typed = await readBeginning(request, fileFieldName(form));
  return eachText(form, (name) => typed[name]);
}

/** Returns the texts of a form's fields, without those for which `textOf` returns undefined. */
function eachText(
  form: SubmissionForm,
  textOf: (name: FieldName, field: TextField) => string | undefined,
): SubmissionFields {
  const entries = textFields(form).map(([name, field]) => [name, textOf(name, field)] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined));
}

/** Returns all errors of a form; the message of a field's own rules takes precedence. */
function errorsOf(form: SubmissionForm, texts: SubmissionFields, checked: ReturnType<typeof checkForm>) {
  return { ...form.refuse?.(texts), ...('errors' in checked ? checked.errors : {}) };
}

async function evaluateSubmission(
  { texts, file }: ReceivedForm,
  form: SubmissionForm,
  key: string | undefined,
  client: SubmissionClient,
  dependencies: SubmissionsDependencies,
): Promise<SubmissionResponse> {
  const typed = eachText(form, (name) => texts.get(name) ?? '');
  const fileField = fileFieldName(form);
  const checked = checkForm(form, {
    ...typed,
    ...(fileField && file ? { [fileField]: { name: file.name, size: file.staged.bytes } } : {}),
  });
  const errors: Record<string, string> = errorsOf(form, typed, checked);
  const inspection = file && (await dependencies.inspector.inspect(file.name, file.staged));
  if (fileField && file && !inspection) errors[fileField] ??= resumeMessages.type;
  if ('errors' in checked || Object.keys(errors).length > 0)
    return { status: 422, message: responseMessages.wrongFields, errors, typed };

  const { values } = checked;
  const fields = eachText(form, (name) => String(values[name]));
  const resume = file && inspection ? { ...inspection, name: visibleName(file.name), staged: file.staged } : undefined;
  const scan = resume && (await scanResume(resume.staged, form.kind, client, dependencies));
  if (fileField && scan === 'infected')
    return { status: 422, message: responseMessages.wrongFields, errors: { [fileField]: resumeMessages.type }, typed };
  const assessment = await assessSpam(texts, form, dependencies);
  const accepted = { form, fields, resume: resume && { ...resume, scan }, assessment, key, client, dependencies };
  const response = await storeSubmission(accepted);
  return response.status === 422 ? { ...response, typed } : response;
}

/** Scans a résumé. An unavailable scanner is no reason to refuse an applicant: the résumé is scanned later. */
async function scanResume(
  staged: StagedFile,
  kind: SubmissionKind,
  { log }: SubmissionClient,
  { scanner }: SubmissionsDependencies,
): Promise<ResumeScan | undefined> {
  if (!scanner) return undefined;
  const result = await scanner.scan(staged.content());
  if (result.verdict === 'infected')
    log.warn('a resume was refused for a virus', { kind, signature: result.signature });
  if (result.verdict !== 'unavailable') return result.verdict;
  log.warn('a resume could not be scanned; it is scanned later', { kind, reason: result.reason });
  return 'unscanned';
}

interface Accepted {
  form: SubmissionForm;
  fields: SubmissionFields;
  resume: (ResumeInspection & { name: string; staged: StagedFile; scan: ResumeScan | undefined }) | undefined;
  assessment: SpamAssessment;
  key: string | undefined;
  client: SubmissionClient;
  dependencies: SubmissionsDependencies;
}

/**
 * Stores a record with its file. Outside the database, the expectation is written first, then the file, then the record, so that
 * every record has its file and every file is known. Inside it, record and file share one transaction.
 */
async function storeSubmission(accepted: Accepted): Promise<SubmissionResponse> {
  const { form, fields, resume, assessment, key, client, dependencies } = accepted;
  const { store, files, pendingResumes, clock, recipientOf, onStored, onQueued } = dependencies;
  const { kind, thanks } = form;
  const now = clock.now();
  const stored: StoredResume | undefined = resume && {
    file: files.createName(resume.type),
    name: resume.name,
    bytes: resume.staged.bytes,
    sha256: resume.staged.sha256,
    scan: resume.scan,
    cautions: resume.cautions,
  };
  const { storeIn } = files;
  const storeResume: Parameters<typeof store.accept>[4] =
    resume && stored && storeIn && ((transaction) => storeIn(transaction, stored.file, resume.staged));
  if (resume && stored && !storeResume) {
    await pendingResumes.add(stored.file);
    await resume.staged.store(stored.file);
  }
  const submission: Submission = {
    id: createSubmissionId(now),
    kind,
    status: assessment.reason ? 'spam' : 'received',
    spamReason: assessment.reason,
    receivedAt: now.toISOString(),
    fields,
    resume: stored,
  };
  const contentSha256 = hashContent(submission);
  const keys = [...(key === undefined ? [] : [key]), ...(client.echoesInput ? keysOfPage(contentSha256, now) : [])];
  const repeatable = keys.length === 0 ? undefined : { keys, contentSha256, message: thanks };
  const dropFile = async () => {
    // With `storeResume` the transaction owns the file: a rollback removed it, and an uncertain commit may still succeed.
    if (stored && !storeResume) await files.remove(stored.file);
  };
  const succeed = (spam: SpamReason | undefined): SubmissionResponse => {
    onStored?.(kind, spam);
    client.log.info('submission stored', { submission: submission.id, kind, ...(spam && { spam }) });
    if (!spam) onQueued();
    return { status: 200, message: thanks };
  };

  try {
    const acceptance = await store.accept(submission, [recipientOf(kind)], repeatable, assessment.proof, storeResume);
    if (acceptance.outcome === 'stored')
      return succeed(assessment.reason ?? (acceptance.proofReused ? 'no-proof' : undefined));
    await dropFile();
    if (acceptance.outcome === 'repeated') return { status: 200, message: acceptance.message };
    return { status: 422, message: responseMessages.keyReused };
  } catch (error) {
    // A commit whose response was lost may have succeeded. If that cannot be determined, the file stays, and housekeeping
    // removes it if its record was never stored.
    if (error instanceof CommitUncertainError && (await store.has(submission.id))) return succeed(assessment.reason);
    await dropFile();
    throw error;
  }
}

/** Hashes names, values and file, but nothing that differs in a repeated submission, such as time and token. */
function hashContent({
  kind,
  fields,
  resume,
}: Pick<Submission, 'kind' | 'fields'> & { resume?: Pick<StoredResume, 'name' | 'sha256'> | undefined }): string {
  const content = [kind, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)), resume?.name, resume?.sha256];
  return hash('sha256', JSON.stringify(content), 'hex');
}

/**
 * Returns the keys of a form sent without JavaScript, which cannot contain one of its own, because pages are cached. A second press of
 * Submit sends the same content again and shares a key with the first: that of its minute or of the next one. Clients cannot send
 * such a key, because it contains spaces.
 */
function keysOfPage(contentSha256: string, now: Date): string[] {
  const minute = Math.floor(now.getTime() / repetitionMs);
  return [minute, minute + 1].map((each) => `page ${contentSha256} ${each}`);
}

/** Returns a file name that is safe to show in a terminal and a mail. */
function visibleName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(-200);
}
