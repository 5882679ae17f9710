import { createHmac } from 'node:crypto';
import { spellingsOf } from './submission.ts';

// The body of a thread (`platform/threads`): every entry of the ledger has a salt of its own, so that each address costs an HMAC
// for each entry and spelling.

/** What is compared with each other. */
export interface ErasureComparison {
  readonly entries: readonly ErasedAddress[];
  readonly emails: readonly string[];
}

/** An entry of the ledger. */
export interface ErasedAddress {
  readonly erasedAt: string;
  /** Base64. */
  readonly salt: string;
  /** `hashAddress` of the folded address; older entries have another spelling of it. */
  readonly address: string;
}

/** An address that was erased, with the times at which it was. */
export interface ErasureMatch {
  readonly email: string;
  readonly erasedAt: readonly string[];
}

/** HMAC-SHA256 of a spelling, keyed with the salt; hexadecimal. */
export const hashAddress = (spelling: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64')).update(spelling).digest('hex');

/** Finds the addresses that stand in the ledger. */
export function run({ entries, emails }: ErasureComparison): ErasureMatch[] {
  return emails.flatMap((email) => {
    const spellings = spellingsOf(email);
    const matching = entries.filter(({ salt, address }) =>
      spellings.some((spelling) => hashAddress(spelling, salt) === address),
    );
    return matching.length === 0 ? [] : [{ email, erasedAt: matching.map(({ erasedAt }) => erasedAt) }];
  });
}
