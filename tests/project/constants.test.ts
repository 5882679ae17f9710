import { expect, test } from 'vitest';
import { filesMatching, readText } from './sources.ts';

// A limit, an address or a message of the specification is written once; whoever needs it imports it.

const sources = filesMatching('server.ts', 'app/**/*.{ts,tsx}', 'commands/**/*.ts').filter(
  (file) => !/\.(?:test|fixture)\.tsx?$/u.test(file),
);

test.each([
  ['the largest résumé', /\b6_?291_?456\b|\b6 \* 1024 \* 1024\b/u, 'app/shared/submission-rules.ts'],
  ['the failure message of the forms', /Failed to send message/u, 'app/ui/form/submission.ts'],
  ['a message of a field', /Only alphabets are allowed|Phone number is not valid/u, 'app/shared/submission-rules.ts'],
  ['where the contact form goes', /'\/mail\/contactform'/u, 'app/features/contact/contact.schema.ts'],
  ['where the application form goes', /'\/wp-json\/positions\/mail'/u, 'app/features/careers/application.schema.ts'],
  ['where a form gets its token', /'\/forms\/token/u, 'app/shared/form-token.ts'],
])('%s has one owner', (_, pattern, owner) => {
  const holding = sources.filter((file) => pattern.test(withoutComments(readText(file))));
  expect(holding).toEqual([owner]);
});

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
