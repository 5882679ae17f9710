import { expect, test } from 'vitest';
import { UsageError } from '../terminal/command-line.ts';
import { readCommand } from './command-line.ts';

const refusal = (...parameters: string[]) => {
  try {
    readCommand(parameters);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
};

test.each([
  [['explode'], expect.stringMatching(/^There is no command "explode"; the commands are list, .*, request done$/u)],
  [['constructor'], expect.stringContaining('There is no command "constructor"')],
  [['show'], 'show takes the ID of a record'],
  [['list', 'a'], '"a" is an unexpected argument; options begin with "--", and a text of several words takes quotes'],
  [
    ['erase', 'ada@example.org'],
    expect.stringMatching(/^"ada@example\.org" is an unexpected argument; options begin with "--"/u),
  ],
  [
    ['show', 'a', 'b'],
    '"b" is an unexpected argument; options begin with "--", and a text of several words takes quotes',
  ],
  [['--what'], expect.stringMatching(/^Unknown option '--what'; the options are --kind, .*, --json$/u)],
  [['--since'], "Option '--since <value>' argument missing"],
  [['--since', '--open'], "Option '--since' argument is ambiguous"],
  [['show', 'a', '--kind', 'enquiry'], 'show does not take --kind; it takes --json'],
  [
    ['list', '--email', 'a@example.org'],
    expect.stringMatching(/^list does not take --email; it takes --json, --kind, .*, --page$/u),
  ],
  [['--kind', 'x'], '--kind is "x"; it takes enquiry or application'],
  [['--status', 'dead'], '--status is "dead"; it takes received or spam'],
  [['--text', '@'], '--text is "@"; it takes at least one letter or digit'],
  [['--limit', '0'], '--limit is "0"; it takes a whole number from 1 to 1000000'],
  [['--limit', '1000001'], '--limit is "1000001"; it takes a whole number from 1 to 1000000'],
  [['--page', '1e3'], '--page is "1e3"; it takes a whole number from 1 to 1000000'],
  [['--since', 'yesterday'], '--since is "yesterday"; it takes a day such as 2026-11-01, or a time such as 7d or 2w'],
  [['--since', '2026-02-29'], '--since is "2026-02-29"; it takes a day such as 2026-11-01, or a time such as 7d or 2w'],
  [['--since', '10000d'], '--since is "10000d"; it takes a day such as 2026-11-01, or a time such as 7d or 2w'],
  [['--position', ' '], '--position is empty; it takes the ID of a position, such as SW-2041'],
  [['weeks', '--kind', 'enquiry'], 'weeks does not take --kind; it takes --json, --since, --position'],
  [['mark', 'a'], 'mark takes the ID of a record and answered or open'],
  [['mark', 'a', 'done'], 'The mark is "done"; mark takes answered or open'],
  [
    ['mark', 'a', 'open', 'b'],
    '"b" is an unexpected argument; options begin with "--", and a text of several words takes quotes',
  ],
  [['note', 'a', ' '], 'note takes the ID of a record and a text'],
  [['note', 'a', 'x'.repeat(2001)], 'The note has 2001 characters; it takes at most 2000'],
  [['resumes'], 'resumes takes --to FOLDER'],
  [
    ['resumes', '--to', 'x', '--kind', 'enquiry'],
    expect.stringMatching(/^resumes does not take --kind; it takes --json, --status, /u),
  ],
  [
    ['request', 'explode'],
    expect.stringMatching(/^There is no command "request explode"; the commands are request list, /u),
  ],
  [['request', 'add', '--kind', 'access'], 'request add takes --kind access or --kind erasure, and --email ADDRESS'],
  [
    ['request', 'add', '--kind', 'enquiry', '--email', 'a@example.org'],
    '--kind is "enquiry"; it takes access or erasure',
  ],
  [
    ['request', 'add', '--kind', 'access', '--email', 'a@example.org', '--received', '2026-02-29'],
    '--received is "2026-02-29"; it takes a day such as 2026-11-01',
  ],
  [['request', 'list', '--since', '7d'], 'request list does not take --since; it takes --json, --kind, --email, --all'],
  [['request', 'done'], 'request done takes the ID of a request'],
  [['request', 'done', 'a', '--force'], 'request done takes --force and --reason "TEXT" together, or neither'],
  [['request', 'done', 'a', '--reason', 'x'], 'request done takes --force and --reason "TEXT" together, or neither'],
  [['request', 'note', 'a'], 'request note takes the ID of a request and a text'],
  [['request', 'extend', 'a', '--reason', ' '], 'request extend takes --reason "TEXT"'],
  [['request', 'extend', 'a', '--reason', 'x'.repeat(2001)], 'The reason has 2001 characters; it takes at most 2000'],
  [['request', 'export', 'a'], 'request export takes --to FOLDER'],
  [['export', '--format', 'xml'], '--format is "xml"; it takes csv or json'],
  [['export', '--bom'], '--bom goes with --format csv'],
  [['export', '--format', 'csv', '--json'], '--json and --format csv exclude each other'],
  [['erase'], 'erase takes --email ADDRESS, or --again'],
  [['erase', '--email', 'a@example.org', '--again'], 'erase takes --email ADDRESS, or --again'],
  [['erase', '--email', 'ada'], '--email is "ada"; it takes one e-mail address'],
  [
    ['erase', '--email', 'a@b.example, c@d.example'],
    '--email is "a@b.example, c@d.example"; it takes one e-mail address',
  ],
])('%j is refused: %s', (parameters, message) => {
  expect(refusal(...parameters)).toEqual(message);
});

test.each([
  [[]],
  [['list', '--kind', 'application', '--status', 'spam', '--text', 'bridge 7', '--limit', '1000000', '--page', '1']],
  [['status', '--json']],
  [['resume', 'A', '--to', 'x', '--force']],
  [['open', 'a']],
  [['export', '--format', 'csv', '--bom', '--kind', 'enquiry']],
  [['--since', '2024-02-29', '--position', 'SW-2041', '--open']],
  [['weeks', '--since', '52w', '--position', 'SW-2041']],
  [['mark', 'a', 'answered']],
  [['note', 'a', 'x'.repeat(2000)]],
  [['resumes', '--to', 'x', '--position', 'SW-2041', '--since', '7d', '--open', '--force', '--text', 'ada']],
  [['retry']],
  [['retry', 'a']],
  [['release', 'a', '--json']],
  [['erase', '--email', ' Zoë@bücher.example ']],
  [['erase', '--again']],
  [['request']],
  [['request', 'list', '--all', '--kind', 'erasure', '--email', 'a@example.org']],
  [['request', 'add', '--kind', 'access', '--email', 'a@example.org', '--received', '2028-02-29', '--force']],
  [['request', 'extend', 'a', '--reason', 'x'.repeat(2000), '--notified', '2026-11-01']],
  [['request', 'done', 'a', '--force', '--reason', 'x']],
  [['confirm-clock', '--json']],
])('%j is accepted', (parameters) => {
  expect(readCommand(parameters)).toBeDefined();
});

test('defaults to the list, and accepts an ID in any case', () => {
  expect(readCommand([])).toMatchObject({ name: 'list', format: 'json', json: false });
  expect(readCommand(['show', '20260301-ABC'])).toMatchObject({ id: '20260301-abc' });
});

test('reads --since as a day in UTC or a number of days', () => {
  expect(readCommand(['--since', '2026-11-01']).since).toEqual({ date: new Date('2026-11-01T00:00:00.000Z') });
  expect(readCommand(['--since', '2w']).since).toEqual({ days: 14 });
});
