import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formProofField, formTokenField, formTokenLifetimeMs, minimumFillMs } from '../../../shared/form-token.ts';
import {
  contactForm,
  createTestSubmissions,
  enquiry,
  multipart,
  type TestSubmissions,
} from '../submissions.fixture.ts';

// What a visitor's browser does, done here by the same package.

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
  harness.send(
    contactForm,
    multipart({ ...enquiry, ...changes, [formTokenField]: token, [formProofField]: proof }),
    headers,
  );
const kept = async () => (await harness.store.list()).map(({ status, spamReason }) => [status, spamReason]);

test('with a solution a submission is received', async () => {
  const { token, challenge, solution } = await solved();
  expect(await send(token, encode({ challenge, solution }))).toEqual({ status: 200, message: 'Thank you, visitor.' });
  expect(await kept()).toEqual([['received', undefined]]);
});

test('a solution counts once, also for two concurrent submissions', async () => {
  const { token, challenge, solution } = await solved();
  const proof = encode({ challenge, solution });
  const answers = await Promise.all(
    ['one@example.org', 'another@example.org'].map((email) => send(token, proof, { email })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await kept()).sort()).toEqual([
    ['received', undefined],
    ['spam', 'no-proof'],
  ]);
  await harness.submissions.deliver();
  expect(harness.list('mail'), 'the notification and the acknowledgement of one').toHaveLength(2);
});

test('a submission repeated because its response was lost is no second use', async () => {
  const { token, challenge, solution } = await solved();
  const key = { 'idempotency-key': 'a' };
  const first = await send(token, encode({ challenge, solution }), {}, key);
  expect(await send(token, encode({ challenge, solution }), {}, key)).toEqual(first);
  expect(await send('', '', {}, key)).toEqual(first);
  expect(await kept()).toEqual([['received', undefined]]);
});

test('a used solution is remembered until its token is too old', async () => {
  const { token, challenge, solution } = await solved();
  const proof = encode({ challenge, solution });
  await send(token, proof);
  harness.pass(formTokenLifetimeMs - minimumFillMs);
  await harness.runHousekeeping();
  await send(token, proof);
  harness.pass(minimumFillMs + 1);
  await harness.runHousekeeping();
  await send(token, proof);
  expect((await kept()).filter(([status]) => status === 'received')).toHaveLength(1);
});

describe('a submission is stored as spam, and gets the response of success, where it comes', () => {
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
    expect(await kept()).toEqual([['spam', 'no-proof']]);
  });
});
