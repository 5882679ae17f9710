import {
  type FormTokenAnswer,
  formProofField,
  formTokenAddress,
  formTokenField,
  formTokenLifetimeMs,
  minimumFillMs,
} from '../../shared/form-token.ts';

/** How long an answer is waited for, ms; without one a form is sent all the same. */
const answerMs = 5000;
/** Waited beyond the shortest time, ms: the clocks of several servers may differ by so much. */
const clockToleranceMs = 250;

/** A token that was asked for at the visitor's first touch of a form. */
export interface FormToken {
  /** Whether it could not be had, or is so old that the server takes it for none: it is worth asking for another. */
  isOver(): boolean;
  /**
   * What a submission carries of it, when a person could have filled in the form and the proof of work is found. Nothing
   * where the token could not be had: that is not suspicious. Never rejects.
   */
  fields(): Promise<readonly (readonly [name: string, value: string])[]>;
}

/** @param form how the server calls the form */
export function requestFormToken(form: string): FormToken {
  const askedAt = Date.now();
  let failed = false;
  const asked = ask(form).catch(() => {
    failed = true;
    return undefined;
  });
  return {
    isOver: () => failed || Date.now() - askedAt > formTokenLifetimeMs - answerMs,
    async fields() {
      const { token, proof, dueAt } = (await asked) ?? {};
      if (token === undefined) return [];
      const [solution] = await Promise.all([proof, until(dueAt ?? 0)]);
      return [[formTokenField, token], ...(solution ? [[formProofField, solution] as const] : [])];
    },
  };
}

/** @throws when there is no answer in time, or none with a token */
async function ask(form: string) {
  const answer = await fetch(`${formTokenAddress}?form=${form}`, { signal: AbortSignal.timeout(answerMs) });
  if (!answer.ok) throw new Error(`There is no token: ${answer.status}`);
  const { token, challenge } = (await answer.json()) as FormTokenAnswer;
  return {
    token,
    dueAt: performance.now() + minimumFillMs + clockToleranceMs,
    // Most sites ask for none: what solves it comes when it is needed. Without it the form is sent all the same.
    proof: challenge
      ? import('./proof-of-work.ts').then(({ solve }) => solve(challenge)).catch(() => undefined)
      : undefined,
  };
}

/** @param moment by the clock of `performance.now()` */
const until = (moment: number) => new Promise<void>((resolve) => setTimeout(resolve, moment - performance.now()));
