import { createHmac } from 'node:crypto';
import { spellingsOf } from './submission.ts';

// Runs in a thread (`platform/threads`): every ledger entry has its own salt, so that each address costs one HMAC per entry and
// spelling.

/** Ledger entries and the addresses to compare with them. */
export interface ErasureComparison {
  readonly entries: readonly ErasedAddress[];
  readonly emails: readonly string[];
}

/** An entry of the ledger. */
export interface ErasedAddress {
  readonly erasedAt: string;
  /** Base64. */
  readonly salt: string;
  /** `hashAddress` of the folded address; older entries hash another spelling. */
  readonly address: string;
}

/** An erased address with the times of its erasures. */
export interface ErasureMatch {
  readonly email: string;
  readonly erasedAt: readonly string[];
}

/** Returns the HMAC-SHA256 of a spelling, keyed with the salt, in hexadecimal. */
export const hashAddress = (spelling: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64')).update(spelling).digest('hex');

/** Finds the addresses that appear in the ledger. */
export function run({ entries, emails }: ErasureComparison): ErasureMatch[] {
  return emails.flatMap((email) => {
    const spellings = spellingsOf(email);
    const matching = entries.filter(({ salt, address }) =>
      spellings.some((spelling) => hashAddress(spelling, salt) === address),
    );
    return matching.length === 0 ? [] : [{ email, erasedAt: matching.map(({ erasedAt }) => erasedAt) }];
  });
}
