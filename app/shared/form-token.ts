import { dayMs } from '../shared/iso-time.ts';
/** The fields that carry a submission's token, and its proof of work where the site requires one. */
export const formTokenField = 'form_token';
export const formProofField = 'form_proof';

/**
 * The shortest time, ms, in which most people touch a form and send it. A password manager takes less, so it counts against a sender
 * only together with something else (Ruling 26).
 */
export const minimumFillMs = 2000;

/** A token counts for so long, ms; an older one counts as none. */
export const formTokenLifetimeMs = dayMs;

/** The response of `formTokenPath`. */
export interface FormTokenResponse {
  readonly token: string;
  /** A proof of work to be solved for this token, as the package `altcha-lib` takes it; absent where the site requires none. */
  readonly challenge?: unknown;
}
