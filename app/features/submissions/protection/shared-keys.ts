import { hkdfSync, randomBytes } from 'node:crypto';
import { openOnce } from '../../../platform/database/open-once.ts';
import type { SubmissionDatabase } from '../records/tables.ts';

/** Keys that all instances on one database have in common. */
export interface SharedKeys {
  /**
   * @param purpose what it is for: each purpose has a key of its own
   * @throws when the database has not been reached yet
   */
  keyFor(purpose: string): Promise<Buffer>;
}

const secretName = 'forms';
const secretBytes = 32;

/** Keys from one secret that is made at its first use, stored in the database, and cached in memory. */
export function createSharedKeys(database: SubmissionDatabase): SharedKeys {
  const secret = openOnce(async () => {
    const db = await database.connect();
    // Of several instances that start at once the first decides.
    await db
      .insertInto('secrets')
      .values({ name: secretName, value: randomBytes(secretBytes).toString('base64') })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { value } = await db
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', secretName)
      .executeTakeFirstOrThrow();
    return Buffer.from(value, 'base64');
  });
  return {
    keyFor: async (purpose) => Buffer.from(hkdfSync('sha256', await secret.get(), '', purpose, secretBytes)),
  };
}
