import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formProofField, formTokenField, formTokenLifetimeMs, minimumFillMs } from '../../../shared/form-token.ts';
import { createTestSubmissions, type TestSubmissions } from '../submissions.fixture.ts';

// Solves challenges with the same package as a visitor's browser.

let harness: TestSubmissions;
beforeEach(() => {
  harness = createTestSubmissions({ proofOfWork: true, acknowledge: true });
});
afterEach(() => harness.close());

async function ask(form: 'enquiry' | 'application' = 'enquiry') {
  const { token = '', challenge } = (await harness.submissions.issueToken(form)) ?? {};
  harness.pass(minimumFillMs);
  return { token, challenge: challenge as Challenge };
}

async function solved() {
  const { token, challenge } = await ask();
  return { token, challenge, solution: await solveChallenge({ challenge, deriveKey }) };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const send = (token: string, proof: string, changes = {}, headers = {}) =>
  harness.enquire({ ...changes, [formTokenField]: token, [formProofField]: proof }, headers);
const storedStatuses = async () => (await harness.store.list()).map(({ status, spamReason }) => [status, spamReason]);

test('receives a submission with a solution', async () => {
  const { token, challenge, solution } = await solved();
  expect(await send(token, encode({ challenge, solution }))).toEqual({ status: 200, message: 'Thank you, visitor.' });
  expect(await storedStatuses()).toEqual([['received', undefined]]);
});

test('receives a submission with a solution after the clock was set back, once, with a link too', async () => {
  const { token, challenge, solution } = await solved();
  const proof = encode({ challenge, solution });
  harness.pass(-3_600_000);
  await send(token, proof, { comment: 'See https://acme.example' });
  expect(await storedStatuses()).toEqual([['received', undefined]]);
  harness.pass(formTokenLifetimeMs + 1);
  await harness.runHousekeeping();
  await send(token, proof, { email: 'another@example.org' });
  expect((await storedStatuses()).sort()).toEqual([
    ['received', undefined],
    ['spam', 'no-proof'],
  ]);
});

test('accepts a solution once, also for two concurrent submissions', async () => {
  const { token, challenge, solution } = await solved();
  const proof = encode({ challenge, solution });
  const results = await Promise.all(
    ['one@example.org', 'another@example.org'].map((email) => send(token, proof, { email })),
  );
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect((await storedStatuses()).sort()).toEqual([
    ['received', undefined],
    ['spam', 'no-proof'],
  ]);
  await harness.submissions.deliver();
  expect(harness.list('mail'), 'the notification and the acknowledgement of one').toHaveLength(2);
});

test('does not count a repeated submission as a second use of its solution', async () => {
  const { token, challenge, solution } = await solved();
  const key = { 'idempotency-key': 'a' };
  const first = await send(token, encode({ challenge, solution }), {}, key);
  expect(await send(token, encode({ challenge, solution }), {}, key)).toEqual(first);
  expect(await send('', '', {}, key)).toEqual(first);
  expect(await storedStatuses()).toEqual([['received', undefined]]);
});

test('stores a used solution until its token expires', async () => {
  const { token, challenge, solution } = await solved();
  const proof = encode({ challenge, solution });
  await send(token, proof);
  harness.pass(formTokenLifetimeMs - minimumFillMs);
  await harness.runHousekeeping();
  await send(token, proof);
  harness.pass(minimumFillMs + 1);
  await harness.runHousekeeping();
  await send(token, proof);
  expect((await storedStatuses()).filter(([status]) => status === 'received')).toHaveLength(1);
});

describe('stores a submission as spam, with the response of success, when it comes', () => {
  test.each<[string, () => Promise<readonly [token: string, proof: string]>]>([
    ['with nothing', async () => ['', '']],
    ['with a token alone', async () => [(await ask()).token, '']],
    [
      'with the solution of another token',
      async () => {
        const { challenge, solution } = await solved();
        return [(await ask()).token, encode({ challenge, solution })];
      },
    ],
    [
      'with the token of another form',
      async () => {
        const { token, challenge } = await ask('application');
        return [token, encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })];
      },
    ],
    [
      'with a challenge made easier',
      async () => {
        const { token, challenge } = await ask();
        const easy = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '0' } };
        return [token, encode({ challenge: easy, solution: await solveChallenge({ challenge: easy, deriveKey }) })];
      },
    ],
    [
      'with a guess',
      async () => {
        const { token, challenge } = await ask();
        return [token, encode({ challenge, solution: { counter: 60, derivedKey: challenge.parameters.keyPrefix } })];
      },
    ],
    ['with a challenge of their own', async () => [(await ask()).token, encode({ challenge: {}, solution: {} })]],
    ['with no JSON', async () => [(await ask()).token, 'proof']],
    ['with JSON that is no object', async () => [(await ask()).token, encode(null)]],
    [
      'with JSON that is very deep',
      async () => [(await ask()).token, Buffer.from(`{"challenge":${'['.repeat(40_000)}`).toString('base64')],
    ],
  ])('%s', async (_, forge) => {
    const [token, proof] = await forge();
    expect(await send(token, proof)).toEqual({ status: 200, message: 'Thank you, visitor.' });
    expect(await storedStatuses()).toEqual([['spam', 'no-proof']]);
  });
});
