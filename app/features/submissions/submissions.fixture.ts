import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VirusScanner } from '../../platform/antivirus/virus-scanner.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { dataNames } from '../../platform/files/data-directory.ts';
import { createFileStore } from '../../platform/files/file-store.ts';
import { createJournal } from '../../platform/files/journal.ts';
import type { Limit } from '../../platform/http/rate-limit.ts';
import { createLog } from '../../platform/log/log.ts';
import { createEmlMailer } from '../../platform/mail/eml-directory.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { applicationForm as siteApplicationForm } from '../../shared/forms/application-form.ts';
import { contactForm as siteContactForm } from '../../shared/forms/contact-form.ts';
import { createRecords, createSubmissions, type SubmissionsOptions } from './create-submissions.ts';
import type { Letterhead } from './mail/letterhead.ts';
import { createSharedLedger } from './records/erasure-ledger.ts';
import { createResumePieces, type ResumeStore } from './records/resume-pieces.ts';
import type { RetentionDays } from './records/retention.ts';
import type { Submission } from './records/submission.ts';
import type { SubmissionTables } from './records/tables.ts';
import type { SubmissionClient, SubmissionForm } from './submissions.ts';
import type { WebhookTarget } from './webhook/webhook-courier.ts';

export const testLetterhead: Letterhead = {
  from: { name: 'Spanwright website', address: 'hello@example.com' },
  contacts: { enquiry: 'hello@example.com', application: 'careers@example.com' },
  labels: {
    acknowledgements: {
      enquiry: {
        subject: 'Your message, {reference}',
        heading: 'Your message is here.',
        text: 'Thank you for writing. Your reference is {reference}.',
        next: { heading: 'Then', steps: ['It is read.', 'It is answered.'] },
      },
      application: {
        subject: 'Your application, {reference}',
        heading: 'Your application is here.',
        text: 'Thank you for applying. Your reference is {reference}.',
        next: { heading: 'Then', steps: ['It is read.', 'It is answered.'] },
      },
      footnotes: ['Nobody wrote this mail.'],
    },
  },
  siteUrl: 'https://www.example.com',
  company: 'Spanwright',
  legalName: 'Spanwright, Inc.',
  address: '118 Span Street, Floor 9, New York',
};

export const contactForm: SubmissionForm = { ...siteContactForm, thanks: 'Thank you, visitor.' };
export const applicationForm: SubmissionForm = { ...siteApplicationForm, thanks: 'Thank you, applicant.' };

export const enquiry = {
  name: 'Ada Lovelace',
  company: '',
  email: 'ada@example.org',
  phone: '',
  comment: 'Hello there',
};
export const application = {
  jobid: 'JD-7',
  jobrole: 'Bridge engineer',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  message: 'I would like to apply.',
};
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');

/** A form as a browser sends it. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  resume?: { name: string; bytes: Uint8Array<ArrayBuffer> },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (resume) form.append('resume', new Blob([resume.bytes]), resume.name);
  return form;
}

interface TestSubmissionsOptions {
  /** Files in the data directory by default. */
  mailer?: Mailer;
  limit?: Limit;
  /** Not by default: most tests look at the mail that the company gets. */
  acknowledge?: boolean;
  proofOfWork?: boolean;
  scanner?: VirusScanner;
  databaseUrl?: string;
  /** A directory of the test's own, which it also removes. */
  dataDirectory?: string;
  retentionDays?: RetentionDays;
  webhook?: WebhookTarget;
  recipientOf?: SubmissionsOptions['recipientOf'];
}

/** Submissions with real files and a real database in a temporary directory, and a clock that the test sets. */
export function createTestSubmissions({
  mailer,
  limit,
  acknowledge = false,
  proofOfWork = false,
  scanner,
  databaseUrl,
  dataDirectory,
  retentionDays = { enquiry: undefined, application: undefined },
  webhook,
  recipientOf = (kind) => ({ enquiry: 'hello@example.com', application: 'careers@example.com' })[kind],
}: TestSubmissionsOptions = {}) {
  const directory = dataDirectory ?? mkdtempSync(join(tmpdir(), 'intake-'));
  const at = (name: string) => join(directory, name);
  let now = new Date('2026-03-01T09:00:00.000Z').getTime();
  const clock = { now: () => new Date(now) };
  const lines: string[] = [];
  const log = createLog({ level: 'debug', clock, write: (line) => lines.push(line) });
  const database = createDatabase<SubmissionTables>({ url: databaseUrl, file: at(dataNames.database) });
  const disk = createFileStore({ directory: at(dataNames.resumes), incoming: at(dataNames.incoming) });
  const files: ResumeStore = databaseUrl === undefined ? disk : createResumePieces({ database, disk });
  const mailFiles = createEmlMailer(at(dataNames.mail));
  const journal = createJournal(at(dataNames.erasures));
  const ledger = databaseUrl === undefined ? journal : createSharedLedger(database, journal);
  const options = {
    database,
    files,
    mailer: mailer ?? mailFiles,
    mailFiles,
    ledger,
    clock,
    log,
    limit,
    acknowledge,
    proofOfWork,
    scanner,
    recipientOf,
    letterhead: () => testLetterhead,
    retentionDays,
    webhook,
  } satisfies SubmissionsOptions;
  const submissions = createSubmissions(options);
  const records = createRecords(options);
  const client: SubmissionClient = { address: '192.0.2.1', log };
  /** Sends a body to a form. */
  const send = (
    form: SubmissionForm,
    body: BodyInit,
    headers: Record<string, string> = {},
    from: SubmissionClient = client,
  ) =>
    submissions.receive(
      new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
      from,
      form,
    );
  const list = (name: string) => {
    try {
      return readdirSync(at(name));
    } catch {
      return [];
    }
  };
  async function close() {
    await submissions.stop();
    if (dataDirectory === undefined) rmSync(directory, { recursive: true, force: true });
  }
  return {
    directory,
    submissions,
    database,
    ledger,
    files,
    mailFiles,
    ...records,
    retentionDays,
    /** Runs housekeeping by a clock that an operator has confirmed, however far it was moved. */
    async runHousekeeping() {
      await records.clockCheck.confirm();
      await records.housekeeping.run();
    },
    /** The bytes of a record's résumé. */
    readResume: async (submission: Submission | undefined) =>
      Buffer.concat(await Array.fromAsync(files.content(submission?.resume?.file ?? ''))),
    log,
    lines,
    clock,
    client,
    pass: (ms: number) => {
      now += ms;
    },
    send,
    /** Sends an enquiry with these fields changed. */
    enquire: (changes: Readonly<Record<string, string>> = {}, headers?: Record<string, string>) =>
      send(contactForm, multipart({ ...enquiry, ...changes }), headers),
    /** Sends an application with these fields, and this much of its résumé, changed. */
    apply: (
      changes: Readonly<Record<string, string>> = {},
      resume: Partial<Parameters<typeof multipart>[1]> = {},
      headers?: Record<string, string>,
    ) =>
      send(
        applicationForm,
        multipart({ ...application, ...changes }, { name: 'cv.pdf', bytes: pdf, ...resume }),
        headers,
      ),
    /** Names of what lies in a folder of the data directory. */
    list,
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type TestSubmissions = ReturnType<typeof createTestSubmissions>;
