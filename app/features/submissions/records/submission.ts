import { randomInt } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Selectable } from 'kysely';
import { foldText } from '../../../shared/fold-text.ts';
import type { SubmissionFields, SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { isoDay } from '../../../shared/iso-time.ts';
import type { ResumeCaution, ResumeScan, SpamReason, SubmissionStatus, SubmissionTables } from './tables.ts';

/** A résumé that is stored with an application. */
export interface StoredResume {
  /** Its random name in the file store. */
  readonly file: string;
  /** As the visitor's file was called. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Absent where scanning was off. */
  readonly scan?: ResumeScan | undefined;
  /** What it carries that its sender may not know of (Ruling 24); absent or empty where that is nothing. */
  readonly cautions?: readonly ResumeCaution[] | undefined;
}

/** What each caution says of a résumé, after "This resume". */
const cautionWords: Readonly<Record<ResumeCaution, string>> = {
  'ole-object': 'carries an embedded or linked object (OLE)',
  'remote-template': 'loads a template from the web or a share',
  'pdf-javascript': 'carries JavaScript',
  'pdf-launch': 'carries an action that starts a program (/Launch)',
  uninspected: 'has parts that could not be inspected',
};

/** Why a résumé is to be opened with care, each in words that follow "This resume". */
export function resumeFindings({ scan, cautions = [] }: StoredResume): string[] {
  const scanned =
    scan === 'infected' ? ['carries a virus'] : scan === 'unscanned' ? ['was not scanned for viruses'] : [];
  return [...scanned, ...cautions.map((caution) => cautionWords[caution])];
}

/** One enquiry or application as it was accepted. */
export interface Submission {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly status: SubmissionStatus;
  /** Why it was taken for spam, also when it has been released since. */
  readonly spamReason?: SpamReason | undefined;
  readonly receivedAt: string;
  /** When it was marked as answered. */
  readonly answeredAt?: string | undefined;
  readonly fields: SubmissionFields;
  readonly resume: StoredResume | undefined;
}

/** Letters and digits that are not mistaken for each other, in print or on the telephone (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A reference of day and chance, such as `20260131-7k3f9q2xwd`. Fifty bits: two of one day are never the same. */
export function createSubmissionId(now: Date): string {
  const day = isoDay(now).replaceAll('-', '');
  return `${day}-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

/** Each field's words as search compares them, on a line of its own: what is looked for never spans two. */
export function searchTextOf({ id, fields, resume }: Submission): string {
  return [id, ...Object.values(fields), resume?.name ?? ''].map(foldText).filter(Boolean).join('\n');
}

/** The id of the position that an application is for, as it is compared: in any case. */
export const positionIdOf = (jobid: string | undefined): string | null => jobid?.trim().toLowerCase() || null;

const foldLetters = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** The part before the domain, with its at sign, and the domain. */
function splitEmail(folded: string): [local: string, domain: string] {
  const at = folded.lastIndexOf('@') + 1;
  return [folded.slice(0, at), folded.slice(at)];
}

/**
 * An e-mail address as it is compared: in any case and form of Unicode it is one mailbox, and so it is with its domain in
 * letters of any script or in their Punycode (RFC 5890), which browsers put in its place in a field for e-mail.
 */
export function foldEmail(email: string): string {
  const [local, domain] = splitEmail(foldLetters(email));
  // What cannot be a domain has no such form.
  return local + (domainToASCII(domain) || domain);
}

/** Every way in which one address may have been written down, the folded one first: older records have its letters. */
export function spellingsOf(email: string): readonly string[] {
  const folded = foldEmail(email);
  const [local, domain] = splitEmail(folded);
  return [...new Set([folded, local + (domainToUnicode(domain) || domain), foldLetters(email)])];
}

/** The mailbox of an address: what stands after a plus is the mailbox's own affair, to most mail servers (RFC 5233). */
export const foldMailbox = (email: string) => foldEmail(email).replace(/\+[^@]*(?=@)/u, '');

export function submissionOfRow(row: Selectable<SubmissionTables['submissions']>): Submission {
  const { resume_file, resume_name, resume_bytes, resume_sha256, resume_scan, resume_cautions } = row;
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    spamReason: row.spam_reason ?? undefined,
    receivedAt: row.received_at,
    answeredAt: row.answered_at ?? undefined,
    fields: JSON.parse(row.fields),
    resume:
      resume_file === null || resume_name === null || resume_bytes === null || resume_sha256 === null
        ? undefined
        : {
            file: resume_file,
            name: resume_name,
            bytes: resume_bytes,
            sha256: resume_sha256,
            scan: resume_scan ?? undefined,
            cautions: resume_cautions === null ? undefined : JSON.parse(resume_cautions),
          },
  };
}
