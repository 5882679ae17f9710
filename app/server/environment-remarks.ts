import { editDistance } from '../shared/edit-distance.ts';
import { variableNames } from './config.ts';

/** Minimum length of names that may be misspelt: `PORT` and `HOST` are too similar to variables of other programs. */
const minLength = 8;

/** Variables that have an effect only with another one, and the value that it takes; any where none is named. */
const dependent: readonly (readonly [names: RegExp, other: string, value?: string])[] = [
  [/^MATOMO_/u, 'ANALYTICS', 'matomo'],
  [/^METRICS_HOST$/u, 'METRICS_PORT'],
  [/^EDIT_(?!REPOSITORY$)/u, 'EDIT_REPOSITORY'],
];

/** Returns remarks on variables that change nothing (misspelt ones, and those that need another one) or trust everyone. No remark contains a value. */
export function environmentRemarks(environment: Readonly<Record<string, string | undefined>>): string[] {
  const given = (name: string) => environment[name]?.trim() ?? '';
  const unset = variableNames.filter((name) => given(name) === '');
  return Object.keys(environment).flatMap((name) => {
    if (given(name) === '') return [];
    if (!variableNames.some((known) => known === name)) {
      const meant = unset.find((known) => isNearly(name, known));
      return meant ? [`${name} is not a variable of the site and has no effect; ${meant} is one`] : [];
    }
    if (name === 'TRUST_PROXY' && /\/0+(?:[\s,]|$)/u.test(given(name)))
      return [
        'TRUST_PROXY trusts every address, so that visitors choose the address that limits count; name the proxies alone',
      ];
    return dependent
      .filter(([names, other, value]) => names.test(name) && (value ? given(other) !== value : !given(other)))
      .map(([, other, value]) => `${name} has no effect without ${value ? `${other}=${value}` : other}`);
  });
}

/** Whether a name is a variable's in another case, or with one typing error, in a longer name two. */
function isNearly(name: string, known: string): boolean {
  const spelt = name.toUpperCase();
  if (spelt === known) return true;
  const max = known.length > minLength ? 2 : 1;
  return known.length >= minLength && editDistance(spelt, known, max) <= max;
}
