import { randomInt } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import { type Selectable, sql } from 'kysely';
import { foldText } from '../../../shared/fold-text.ts';
import type { SubmissionFields, SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { isoDay } from '../../../shared/iso-time.ts';
import type { ResumeCaution, ResumeScan, SpamReason, SubmissionStatus, SubmissionTables } from './tables.ts';

export interface StoredResume {
  /** Its random name in the file store. */
  readonly file: string;
  /** Name of the visitor's file. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Absent where scanning was off. */
  readonly scan?: ResumeScan | undefined;
  /** Active content that its sender may not know of (Ruling 24); absent or empty where there is none. */
  readonly cautions?: readonly ResumeCaution[] | undefined;
}

/** The finding of each caution, to follow "This resume". */
const cautionFindings: Readonly<Record<ResumeCaution, string>> = {
  'ole-object': 'carries an embedded or linked object (OLE)',
  'remote-template': 'loads a template from the web or a share',
  'pdf-javascript': 'carries JavaScript',
  'pdf-launch': 'carries an action that starts a program (/Launch)',
  uninspected: 'has parts that could not be inspected',
};

/** Returns the reasons to open a résumé with care, each to follow "This resume". */
export function resumeFindings({ scan, cautions = [] }: StoredResume): string[] {
  const scanned =
    scan === 'infected' ? ['carries a virus'] : scan === 'unscanned' ? ['was not scanned for viruses'] : [];
  return [...scanned, ...cautions.map((caution) => cautionFindings[caution])];
}

/** One enquiry or application as accepted. */
export interface Submission {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly status: SubmissionStatus;
  /** Why it counted as spam, also after its release. */
  readonly spamReason?: SpamReason | undefined;
  readonly receivedAt: string;
  /** When it was marked as answered. */
  readonly answeredAt?: string | undefined;
  readonly fields: SubmissionFields;
  readonly resume: StoredResume | undefined;
}

/** Letters and digits that people do not confuse in print or on the telephone (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Creates an ID of day and random characters, such as `20260131-7k3f9q2xwd`. Fifty random bits make collisions negligible. */
export function createSubmissionId(now: Date): string {
  const day = isoDay(now).replaceAll('-', '');
  return `${day}-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

/** The SQL condition that an `id` starts with a prefix: `~` sorts after every character of an ID. */
export const idStartsWith = (prefix: string) => sql<boolean>`id BETWEEN ${prefix} AND ${`${prefix}~`}`;

/** Returns the folded text of each field on a separate line, so that a search term never spans two fields. */
export function searchTextOf({ id, fields, resume }: Submission): string {
  return [id, ...Object.values(fields), resume?.name ?? ''].map(foldText).filter(Boolean).join('\n');
}

/** Normalises the id of an application's position for comparison: ids ignore case. */
export const positionIdOf = (jobid: string | undefined): string | null => jobid?.trim().toLowerCase() || null;

const foldLetters = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** Splits an address into the local part with its at sign, and the domain. */
function splitEmail(folded: string): [local: string, domain: string] {
  const at = folded.lastIndexOf('@') + 1;
  return [folded.slice(0, at), folded.slice(at)];
}

/** Normalises an e-mail address for comparison: case, Unicode form, and the domain in Punycode (RFC 5890), as in browsers. */
export function foldEmail(email: string): string {
  const [local, domain] = splitEmail(foldLetters(email));
  // An invalid domain has no Punycode form.
  return local + (domainToASCII(domain) || domain);
}

/** Returns all stored spellings of one address, the folded one first; older records have the domain in Unicode. */
export function spellingsOf(email: string): readonly string[] {
  const folded = foldEmail(email);
  const [local, domain] = splitEmail(folded);
  return [...new Set([folded, local + (domainToUnicode(domain) || domain), foldLetters(email)])];
}

/** Returns the mailbox of an address, without its plus tag, which most mail servers ignore (RFC 5233). */
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
