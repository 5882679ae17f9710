import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createLazyResource } from '../../../platform/database/lazy-resource.ts';
import type { SubmissionDatabase } from '../records/tables.ts';

const secretName = 'forms';
const secretBytes = 32;

export type SharedKeys = ReturnType<typeof createSharedKeys>;

/** Derives keys that all instances on one database share, from one secret that is generated on first use and stored there. */
export function createSharedKeys({ db }: Pick<SubmissionDatabase, 'db'>) {
  const secret = createLazyResource(async () => {
    // When several instances start at once, the first one's secret counts.
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
    /** @param purpose each purpose has its own key @throws when the database has not been reached yet */
    keyFor: async (purpose: string): Promise<Buffer> =>
      Buffer.from(hkdfSync('sha256', await secret.get(), '', purpose, secretBytes)),
  };
}

/** Signs texts for one purpose with HMAC-SHA-256, in base64url. Its functions throw when the database has not been reached yet. */
export function createSigner(keys: SharedKeys, purpose: string) {
  const digestOf = async (text: string) =>
    createHmac('sha256', await keys.keyFor(purpose))
      .update(text)
      .digest();
  return {
    sign: async (text: string): Promise<string> => (await digestOf(text)).toString('base64url'),
    async isSigned(text: string, signature: string): Promise<boolean> {
      const [expected, given] = [await digestOf(text), Buffer.from(signature, 'base64url')];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
