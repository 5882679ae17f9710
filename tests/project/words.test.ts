import { expect, test } from 'vitest';
import { filesMatching, readText } from './sources.ts';

// Comments, titles of tests, messages and guides use the terms of HTTP and of the libraries. Here are only phrases that are never right.

const phrases: readonly (readonly [phrase: RegExp, use: string])[] = [
  [/\b(?:is|are|was|were|been|be) told\b/iu, 'notified, logged, reported'],
  [/\btold of\b/iu, 'notified of, called with'],
  [/\b(?:given|gives?|giving) back\b/iu, 'echoed, restored, returned'],
  [/\banew\b/iu, 'again'],
  [/\bput away\b/iu, 'removed, stored'],
  [/\bbrought along\b/iu, 'imported'],
  [/\bkeep(?:s|ing)? house\b/iu, 'runs housekeeping'],
];

test('documents and code keep to the terms of the field', () => {
  const files = filesMatching(
    '*.{md,ts}',
    '{app,commands,tests,media,ops,integrations}/**/*.{ts,tsx,mjs,css,php,md}',
    'docs/**/*.md',
  ).filter((file) => !file.endsWith('tests/project/words.test.ts'));
  expect(files.length).toBeGreaterThan(500);
  const findings = files.flatMap((file) =>
    readText(file)
      .split('\n')
      .flatMap((line, index) =>
        phrases
          .filter(([phrase]) => phrase.test(line))
          .map(([, use]) => `${file}:${index + 1} ${line.trim()} (better: ${use})`),
      ),
  );
  expect(findings).toEqual([]);
});

test('no folder has a meaningless name', () => {
  const files = filesMatching('{app,commands,tests,media,ops,integrations}/**/*');
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|misc|shared-utils)\//u.test(file))).toEqual([]);
});
