import { formProofField, formTokenField, minimumFillMs } from '../../../shared/form-token.ts';
import { textFields } from '../../../shared/forms/form.ts';
import { trapField } from '../../../ui/form/submission.ts';
import type { SpamReason } from '../records/tables.ts';
import type { SubmissionForm } from '../submissions.ts';
import type { FormTokens } from './form-token.ts';
import type { ProofOfWork } from './proof-of-work.ts';

export interface SpamAssessment {
  /** Undefined for a person. */
  readonly reason: SpamReason | undefined;
  /** The proof of work that must not have been used before. */
  readonly proof: string | undefined;
}

/** A link to another site, the usual purpose of spam. */
const link = /\b(?:https?:\/\/|www\.)\S|<a\s|\[url/iu;

/**
 * Weighs the evidence that a program sent the form (Ruling 26). The trap field alone suffices, and so does a missing proof of work
 * where one is required. A short fill time does not: password managers fill in forms at once. It counts together with a link in the
 * text, which no browser fills in, unless there is a proof: only then does the page send a token for a draft, too. A form without a token was sent with JavaScript off and is accepted; a forged or expired token
 * counts as none.
 * @param texts every text field as sent, including the protection's own fields
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
  const isFast = age !== undefined && age >= 0 && age < minimumFillMs && !proof;
  if (isFast && textFields(form).some(([name]) => link.test(sent(name)))) return { reason: 'too-fast', proof };
  return { reason: proofs && !proof ? 'no-proof' : undefined, proof };
}
