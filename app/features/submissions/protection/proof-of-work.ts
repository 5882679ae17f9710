import { randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { SharedKeys } from './shared-keys.ts';

/** The cost of a proof: on average 100,000 rounds of SHA-256, some tenths of a second in a separate thread of a cheap phone. */
const work = { algorithm: 'PBKDF2/SHA-256', rounds: 1000, derivations: { min: 50, max: 150 } } as const;

export type ProofOfWork = ReturnType<typeof createProofOfWork>;

/** Proofs of work (ALTCHA, version 2). A challenge belongs to a form token; its solution is valid with that token only. */
export function createProofOfWork({ keys }: { keys: SharedKeys }) {
  const secrets = async () => ({
    hmacSignatureSecret: (await keys.keyFor('proof of work')).toString('base64'),
    hmacKeySignatureSecret: (await keys.keyFor('solution of a proof of work')).toString('base64'),
  });

  return {
    challengeFor: async (token: string): Promise<Challenge> =>
      createChallenge({
        ...(await secrets()),
        algorithm: work.algorithm,
        cost: work.rounds,
        counter: randomInt(work.derivations.min, work.derivations.max + 1),
        data: { token },
        deriveKey,
      }),

    /**
     * @param proof Base64 of the JSON `{challenge, solution}`
     * @returns its identifier; undefined when it is invalid or belongs to another token
     */
    async verify(proof: string, token: string): Promise<string | undefined> {
      const known = await secrets();
      try {
        const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
        const { verified } = await verifySolution({ ...known, challenge, solution, deriveKey });
        return verified && challenge.parameters.data?.token === token ? challenge.signature : undefined;
      } catch {
        // The client sent something other than a proof.
        return undefined;
      }
    },
  };
}
