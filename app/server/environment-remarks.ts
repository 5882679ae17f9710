import { slipsBetween } from '../shared/word-likeness.ts';
import { variableNames } from './config.ts';

/** Minimum length of names that may be misspelt: `PORT` and `HOST` are too similar to variables of other programs. */
const minLength = 8;

/** Variables that have an effect only with another one, and what that takes. */
const dependent: readonly (readonly [prefix: RegExp, needs: string, isMet: (value: string) => boolean])[] = [
  [/^MATOMO_/u, 'ANALYTICS=matomo', (value) => value === 'matomo'],
  [/^METRICS_HOST$/u, 'METRICS_PORT', Boolean],
  [/^EDIT_(?!REPOSITORY$)/u, 'EDIT_REPOSITORY', Boolean],
];

/**
 * Returns remarks on variables that are set and change nothing: misspelt ones, and those that need another one. The process starts all
 * the same, since the environment is shared with other programs. A remark contains no value, which may be a secret.
 */
export function environmentRemarks(environment: Readonly<Record<string, string | undefined>>): string[] {
  const given = (name: string) => environment[name]?.trim() ?? '';
  const unset = variableNames.filter((name) => given(name) === '');
  return Object.keys(environment).flatMap((name) => {
    if (given(name) === '') return [];
    if (!variableNames.some((known) => known === name)) {
      const meant = unset.find((known) => isNearly(name, known));
      return meant ? [`${name} is not a variable of the site and has no effect; ${meant} is one`] : [];
    }
    const [, needs] =
      dependent.find(([names, other, isMet]) => {
        const [otherName = ''] = other.split('=');
        return names.test(name) && !isMet(given(otherName));
      }) ?? [];
    return needs ? [`${name} has no effect without ${needs}`] : [];
  });
}

/** Whether a name is a variable's in another case, or with one typing error, in a longer name two. */
function isNearly(name: string, known: string): boolean {
  const spelt = name.toUpperCase();
  if (spelt === known) return true;
  const max = known.length > minLength ? 2 : 1;
  return known.length >= minLength && slipsBetween(spelt, known, max) <= max;
}
