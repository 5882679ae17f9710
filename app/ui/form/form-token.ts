import { formTokenPath } from '../../paths.ts';
import {
  type FormTokenResponse,
  formProofField,
  formTokenField,
  formTokenLifetimeMs,
} from '../../shared/form-token.ts';

/** How long the server is waited for, ms; a form is sent without a token all the same. */
const timeoutMs = 5000;

/** A token that was asked for at the visitor's first touch of a form. */
export interface FormToken {
  /** Whether it could not be had, or is so old that the server takes it for none: it is worth asking for another. */
  isOver(): boolean;
  /**
   * What a submission carries of it. The form is sent the moment Submit is pressed (Ruling 26), so a token that has not come by
   * then is left out, which is not suspicious; only where the site asks for a proof of work it is waited for. Never rejects.
   */
  fields(): Promise<readonly (readonly [name: string, value: string])[]>;
}

/** @param form kind of its submissions */
export function requestFormToken(form: string): FormToken {
  const askedAt = Date.now();
  let failed = false;
  let arrived: Token | undefined;
  const asked = ask(form).then(
    (token) => {
      arrived = token;
    },
    () => {
      failed = true;
    },
  );
  return {
    isOver: () => failed || Date.now() - askedAt > formTokenLifetimeMs - timeoutMs,
    async fields() {
      if (isProofAskedFor()) await asked;
      if (!arrived) return [];
      const { token, proof } = arrived;
      const solution = await proof;
      return [[formTokenField, token], ...(solution ? [[formProofField, solution] as const] : [])];
    },
  };
}

interface Token {
  readonly token: string;
  /** Absent where the site requires none; resolves to undefined where none could be computed: the form is sent all the same. */
  readonly proof: Promise<string | undefined> | undefined;
}

/** Pages say so where the site asks for it (`app/server/document.tsx`). */
const isProofAskedFor = () => document.querySelector(`meta[name="${formProofField}"]`) !== null;

/** @throws when there is no response in time, or none with a token */
async function ask(form: string): Promise<Token> {
  const response = await fetch(`${formTokenPath}?form=${form}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`There is no token: ${response.status}`);
  const { token, challenge } = (await response.json()) as FormTokenResponse;
  return {
    token,
    // Most sites ask for none: what solves it comes when it is needed.
    proof: challenge
      ? import('./proof-of-work.ts').then(({ solve }) => solve(challenge)).catch(() => undefined)
      : undefined,
  };
}
