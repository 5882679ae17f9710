import { expect, test } from 'vitest';
import { filesMatching, readText } from './sources.ts';

// A limit, an address or a message of the specification is written once and imported elsewhere.

const sources = filesMatching('server.ts', 'app/**/*.{ts,tsx}', 'commands/**/*.ts').filter(
  (file) => !/\.(?:test|fixture)\.tsx?$/u.test(file),
);

test.each([
  ['the largest résumé', /\b6_?291_?456\b|\b6 \* 1024 \* 1024\b/u, 'app/shared/submission-rules.ts'],
  ['the failure message of the forms', /Failed to send message/u, 'app/ui/form/submission.ts'],
  ['a message of a field', /Only alphabets are allowed|Phone number is not valid/u, 'app/shared/submission-rules.ts'],
  [
    'a path that a route has',
    /['"`]\/(?:single|wp-json|mail|forms|assets|what-we-think|join-us|contact-us|privacy-policy|terms-and-condition)\b/u,
    'app/paths.ts',
  ],
  ['the message of an internal error', /Something went wrong on our side/u, 'app/shared/http-errors.ts'],
  ['the code of a wrong method', /method_not_allowed: \{/u, 'app/shared/http-errors.ts'],
])('%s has one owner', (_, pattern, owner) => {
  const holding = sources.filter((file) => pattern.test(withoutComments(readText(file))));
  expect(holding).toEqual([owner]);
});

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
