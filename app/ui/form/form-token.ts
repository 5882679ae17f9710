import { formTokenPath } from '../../paths.ts';
import {
  type FormTokenResponse,
  formProofField,
  formTokenField,
  formTokenLifetimeMs,
} from '../../shared/form-token.ts';

/** Timeout for a token, ms; after it the form is sent without one. */
const timeoutMs = 5000;

export type FormToken = ReturnType<typeof requestFormToken>;

/**
 * Requests a token, on the visitor's first interaction with a form.
 * @param form kind of the form's submissions
 * @param isEmpty whether the visitor has yet to fill it in. A draft is sent without a token: its age would not be the time taken
 */
export function requestFormToken(form: string, isEmpty: boolean) {
  const requestedAt = Date.now();
  let failed = false;
  let arrived: Token | undefined;
  const requested = (isEmpty || isProofRequired() ? requestToken(form) : Promise.reject()).then(
    (token) => {
      arrived = token;
    },
    () => {
      failed = true;
    },
  );
  return {
    /** Whether the request failed or the token has expired, so that another one should be requested. */
    isOver: () => failed || Date.now() - requestedAt > formTokenLifetimeMs - timeoutMs,
    /**
     * Returns the fields to add to a submission. The form is sent as soon as Submit is pressed (Ruling 26), so a token that has not
     * arrived by then is left out, which is not suspicious. Only if the site requires a proof of work does this wait. Never rejects.
     */
    async fields(): Promise<readonly (readonly [name: string, value: string])[]> {
      if (isProofRequired()) await requested;
      if (!arrived) return [];
      const { token, proof } = arrived;
      const solution = await proof;
      return [[formTokenField, token], ...(solution ? [[formProofField, solution] as const] : [])];
    },
  };
}

interface Token {
  readonly token: string;
  /** The proof of work; absent if the site requires none. Resolves to undefined if none could be computed: the form is sent all the same. */
  readonly proof: Promise<string | undefined> | undefined;
}

/** Whether the page declares that the site requires a proof of work (`app/server/document.tsx`). */
const isProofRequired = () => document.querySelector(`meta[name="${formProofField}"]`) !== null;

/** @throws if there is no response in time, or none with a token */
async function requestToken(form: string): Promise<Token> {
  const response = await fetch(`${formTokenPath}?form=${form}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error('No token');
  const { token, challenge } = (await response.json()) as FormTokenResponse;
  return {
    token,
    // Loaded only if needed, since most sites require no proof.
    proof: challenge
      ? import('./proof-of-work.ts').then(({ solve }) => solve(challenge)).catch(() => undefined)
      : undefined,
  };
}
