import type { Clock } from '../../../platform/clock/clock.ts';
import { formTokenLifetimeMs } from '../../../shared/form-token.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { createSigner, type SharedKeys } from './shared-keys.ts';

export type FormTokens = ReturnType<typeof createFormTokens>;

/**
 * Tokens that record when a visitor began with a form. They are signed, so that nothing need be stored, and contain no data
 * about the visitor. A token may be reused: it can only count against its sender, by being too young, and a missing token
 * raises no suspicion. Only the proof of work made for it must be used once.
 */
export function createFormTokens({ keys, clock }: { keys: SharedKeys; clock: Clock }) {
  const signer = createSigner(keys, 'form token');
  return {
    async issue(form: SubmissionKind): Promise<string> {
      const issued = clock.now().getTime().toString(36);
      return `${issued}.${await signer.sign(`${form}.${issued}`)}`;
    },

    /**
     * @returns the token's age, ms; undefined for a token that is forged, expired, or of another form. Negative if the clock that
     *   issued it, of another instance or before a correction, was ahead
     */
    async ageOf(token: string, form: SubmissionKind): Promise<number | undefined> {
      const [, issued = '', signature = ''] = /^([0-9a-z]{1,11})\.([\w-]{43})$/u.exec(token) ?? [];
      if (!(await signer.isSigned(`${form}.${issued}`, signature))) return undefined;
      const age = clock.now().getTime() - Number.parseInt(issued, 36);
      return Math.abs(age) <= formTokenLifetimeMs ? age : undefined;
    },
  };
}
