import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import { formTokenLifetimeMs } from '../../../shared/form-token.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import type { SharedKeys } from './shared-keys.ts';

export type FormTokens = ReturnType<typeof createFormTokens>;

/**
 * Tokens that say when a visitor began with a form: signed, so that nothing need be stored, and without anything of the
 * visitor. A token may be used again: it only ever tells against who sends it, by being too young, and who has none is not
 * suspected. What must count once is the proof of work that is made for it.
 */
export function createFormTokens({ keys, clock }: { keys: SharedKeys; clock: Clock }) {
  const sign = async (form: SubmissionKind, issued: string) =>
    createHmac('sha256', await keys.keyFor('form token'))
      .update(`${form}.${issued}`)
      .digest();

  return {
    async issue(form: SubmissionKind): Promise<string> {
      const issued = clock.now().getTime().toString(36);
      return `${issued}.${(await sign(form, issued)).toString('base64url')}`;
    },

    /**
     * @returns how long ago the token was issued, ms; undefined for one that is forged, of another form or too old. Of one
     *   that another instance's clock has issued in the future nothing can be said either.
     */
    async ageOf(token: string, form: SubmissionKind): Promise<number | undefined> {
      const [, issued, signature] = /^([0-9a-z]{1,11})\.([\w-]{43})$/u.exec(token) ?? [];
      if (issued === undefined || signature === undefined) return undefined;
      if (!timingSafeEqual(await sign(form, issued), Buffer.from(signature, 'base64url'))) return undefined;
      const age = clock.now().getTime() - Number.parseInt(issued, 36);
      return age >= 0 && age <= formTokenLifetimeMs ? age : undefined;
    },
  };
}
