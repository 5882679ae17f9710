import type { Paint } from './paint.ts';
import { padEnd, widthOf } from './visible-text.ts';

/** Lists facts one below the other and omits those without a value. Values are printed unchanged. */
export function describeFacts(facts: readonly (readonly [string, string | undefined])[], paint: Paint): string {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  const width = Math.max(...known.map(([name]) => widthOf(name))) + 2;
  return known
    .map(([name, value]) => {
      const lines = value.replaceAll('\n', `\n${' '.repeat(width)}`);
      return `${paint('dim', padEnd(name, width))}${lines}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}
