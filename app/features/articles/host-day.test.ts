import { expect, test } from 'vitest';
import { dayOf } from './host-day.ts';

test.each([
  '2024-03-05T23:59:59+05:00',
  '2024/3/5',
  '05.03.2024',
  'Di., 5. 3. 2024, 10:00 Uhr',
  'March 5, 2024 11:30 pm',
  'Mar 5th, 2024',
  '5 MARCH 2024',
  '5-Mar-2024',
  'Tue, 05 Mar 2024 23:30:00 -0500',
])('%s is 5 March 2024', (text) => {
  expect(dayOf(text)).toBe('2024-03-05');
});

test('a number over 12, or the same number twice, shows which one is the day', () => {
  expect(['25/12/2024', '12/25/2024', '25-12-2024', '03/03/2024'].map(dayOf)).toEqual([
    ...['2024-12-25', '2024-12-25', '2024-12-25'],
    '2024-03-03',
  ]);
});

test.each([
  ['that may be 5 March or 3 May', ['05/03/2024', '05-03-2024']],
  ['that the calendar does not have', ['2024-02-31', '31.02.2024', '13/13/2024', 'February 30, 2024']],
  ['without a year or with two digits of it', ['5 March', '05.03.24']],
  ['in another language', ['5. März 2024', '5 marraskuuta 2024']],
  ['that is none', ['', 'Version 5', '3 days ago', '1709596800']],
])('a date %s is unknown', (_, texts) => {
  expect(texts.map(dayOf)).toEqual(texts.map(() => ''));
});
