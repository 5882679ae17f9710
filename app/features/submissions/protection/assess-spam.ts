import { formProofField, formTokenField, minimumFillMs } from '../../../shared/form-token.ts';
import { textFields } from '../../../shared/forms/form.ts';
import { trapField } from '../../../ui/form/submission.ts';
import type { SpamReason } from '../records/tables.ts';
import type { SubmissionForm } from '../submissions.ts';
import type { FormTokens } from './form-token.ts';
import type { ProofOfWork } from './proof-of-work.ts';

/** What a submission reveals about its sender. */
export interface SpamAssessment {
  /** Undefined for a person. */
  readonly reason: SpamReason | undefined;
  /** The proof of work that must not have been used before. */
  readonly proof: string | undefined;
}

/** Something that leads elsewhere: what programs send forms for. */
const link = /\b(?:https?:\/\/|www\.)\S|<a\s|\[url/iu;

/**
 * Weighs what speaks for a program as the sender (Ruling 26). The trap field alone is proof enough, and so is a missing proof of work
 * where one is asked for. A short fill time is not: a password manager fills in a form at once, and Submit sends it at once. It counts
 * together with a link in the text, which no browser fills in. A form without a token is sent with JavaScript off, and fine; one whose
 * token is forged or too old counts as one without.
 * @param texts every text field as sent, those of the protection included
 */
export async function assessSpam(
  texts: ReadonlyMap<string, string>,
  form: SubmissionForm,
  { tokens, proofs }: { tokens: FormTokens; proofs: ProofOfWork | undefined },
): Promise<SpamAssessment> {
  const sent = (name: string) => texts.get(name) ?? '';
  const token = sent(formTokenField);
  const age = await tokens.ageOf(token, form.kind);
  const proof = age === undefined ? undefined : await proofs?.verify(sent(formProofField), token);
  if (sent(trapField).trim() !== '') return { reason: 'trap', proof };
  const isFast = age !== undefined && age < minimumFillMs;
  if (isFast && textFields(form).some(([name]) => link.test(sent(name)))) return { reason: 'too-fast', proof };
  return { reason: proofs && !proof ? 'no-proof' : undefined, proof };
}
