import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

// The company is in New York: its copy is spelled the American way.

/** British spellings, by the stems that business English uses; each would match no American word. */
const british = new RegExp(
  `\\b(?:${[
    '(?:apolog|author|category|critic|custom|emphas|final|harmon|initial|item|maxim|minim|modern|normal|optim|organ|prior|real|recogn|reorgan|special|standard|summar|util|visual)is(?:e[drs]?|ing|ations?)',
    '(?:behavi|col|fav|harb|hon|hum|lab|neighb|rum|vap)our(?:s|ed|ing|ite|able|ful|hood)?',
    '(?:cent|fib|lit|theat|(?:kilo|milli|centi)?met)res?',
    '(?:cancel|fuel|label|model|quarrel|signal|travel)l(?:ed|ing|ers?)',
    '(?:ana|cata|para)lyse(?:d|rs?)?',
    'programmes?|licences?|defences?|offences?|catalogues?|cheques?|artefacts?|sceptical|haemoglobin|judgements?',
    'afterwards|towards|upwards|backwards|whilst|amongst|learnt|fulfil|enrol|per cent|working days?|fortnights?|lorr(?:y|ies)|enquir(?:y|ies)',
    'expiry|get round|other way round|by post|(?:dental|medical|vision) cover',
  ].join('|')})\\b`,
  'giu',
);

test('copy is spelled the American way', async () => {
  const findings: string[] = [];
  let files = 0;
  for await (const file of glob(['content/**/*.{yaml,md}', 'app/shared/forms/*-form.ts'], {
    exclude: ['content/media/**'],
  })) {
    files += 1;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      // Comments, and the kind that is a key of mail.yaml, are no copy.
      for (const [word] of line
        .replace(/^\s*(?:(?:#|\/\/|\/?\*).*|enquiry:|kind: 'enquiry',)$/u, '')
        .matchAll(british)) {
        findings.push(`${file}:${index + 1} ${word}`);
      }
    }
  }
  expect(files).toBeGreaterThan(20);
  expect(findings).toEqual([]);
});
