import { dayMs } from './iso-time.ts';

/** The fields with a submission's token, and with its proof of work if the site requires one. */
export const formTokenField = 'form_token';
export const formProofField = 'form_proof';

/**
 * The time that most people need at least to fill and send a form, ms. A password manager needs less, so it counts against a sender
 * only in combination with other signs (Ruling 26).
 */
export const minimumFillMs = 2000;

/** How long a token is valid, ms; an expired one counts as missing. */
export const formTokenLifetimeMs = dayMs;

/** The response of `formTokenPath`. */
export interface FormTokenResponse {
  readonly token: string;
  /** The proof-of-work challenge for this token, for the package `altcha-lib`; absent if the site requires none. */
  readonly challenge?: unknown;
}
