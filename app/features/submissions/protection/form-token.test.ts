import { afterEach, beforeEach, expect, test } from 'vitest';
import { formTokenLifetimeMs } from '../../../shared/form-token.ts';
import { createTestSubmissions, type TestSubmissions } from '../submissions.fixture.ts';
import { createFormTokens } from './form-token.ts';
import { createSharedKeys } from './shared-keys.ts';

let harness: TestSubmissions;
beforeEach(() => {
  harness = createTestSubmissions();
});
afterEach(() => harness.close());

const issue = async () => (await harness.submissions.issueToken('enquiry'))?.token ?? '';

/** Creates the tokens of another instance on the same database. */
async function elsewhere<Answer>(ask: (tokens: ReturnType<typeof createFormTokens>) => Promise<Answer>) {
  await using other = createTestSubmissions({ dataDirectory: harness.directory });
  return await ask(createFormTokens({ keys: createSharedKeys(other.database), clock: harness.clock }));
}
const ageOf = (token: string, form: 'enquiry' | 'application' = 'enquiry') =>
  elsewhere((tokens) => tokens.ageOf(token, form));

test('a token has the same age on every instance until it expires', async () => {
  const token = await issue();
  expect(await ageOf(token)).toBe(0);
  harness.pass(formTokenLifetimeMs);
  expect(await ageOf(token)).toBe(formTokenLifetimeMs);
  harness.pass(1);
  expect(await ageOf(token)).toBeUndefined();
});

test('a token of another form or forged is invalid', async () => {
  const token = await issue();
  const [issued = '', signature = ''] = token.split('.');
  expect(await ageOf(token, 'application')).toBeUndefined();
  const earlier = (Number.parseInt(issued, 36) - 60_000).toString(36);
  for (const forged of [
    '',
    issued,
    `${earlier}.${signature}`,
    `${issued}.${'A'.repeat(43)}`,
    `${issued}.${signature}=`,
    `${token}\n`,
    token.toUpperCase(),
    `${'z'.repeat(11)}.${signature}`,
  ]) {
    expect([forged, await ageOf(forged)]).toEqual([forged, undefined]);
  }
});

test('a token of a clock that was ahead is valid, up to its lifetime', async () => {
  const token = await issue();
  harness.pass(-formTokenLifetimeMs);
  expect(await ageOf(token)).toBe(-formTokenLifetimeMs);
  harness.pass(-1);
  expect(await ageOf(token)).toBeUndefined();
});

test('instances that start at once agree on their secret', async () => {
  const [token, ages] = await Promise.all([
    issue(),
    Promise.all(
      Array.from({ length: 5 }, () =>
        elsewhere(async (tokens) => tokens.ageOf(await tokens.issue('enquiry'), 'enquiry')),
      ),
    ),
  ]);
  expect(ages).toEqual([0, 0, 0, 0, 0]);
  expect(await ageOf(token)).toBe(0);
});
