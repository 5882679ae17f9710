import { expect, test } from 'vitest';
import { inOrder } from './migrations.ts';

test('migrations run in the order of their numbers, and one without a number is an error', () => {
  expect(inOrder(['0002-b.sql', '0001-a.sql', '0002-b.sql~', '.DS_Store'])).toEqual(['0001-a.sql', '0002-b.sql']);
  for (const name of ['15-column.sql', '0015_column.sql', '0015-column of notes.sql'])
    expect(() => inOrder([name]), name).toThrow(`The migration ${name} needs a name such as 0015-column.sql`);
});
