import { expect, test } from 'vitest';
import { environmentRemarks } from './environment-remarks.ts';

test('a misspelt variable is named with the one that was meant, without its value', () => {
  const misspelt = { DATBASE_URL: 'postgres://u:hunter2@h/db', smtp_url: 'smtp://h', RATE_LIMIT_SUBMISION: '1/1s' };
  expect(environmentRemarks(misspelt)).toEqual([
    'DATBASE_URL is not a variable of the site and has no effect; DATABASE_URL is one',
    'smtp_url is not a variable of the site and has no effect; SMTP_URL is one',
    'RATE_LIMIT_SUBMISION is not a variable of the site and has no effect; RATE_LIMIT_SUBMISSIONS is one',
  ]);
});

test('variables of other programs cause no remark', () => {
  const others = {
    PATH: '/bin',
    HOSTNAME: 'web',
    MAIL: '/var/mail/x',
    PWD: '/',
    POST: 'x',
    HTTP_URL: 'x',
    PURGE_BODIES: ' ',
  };
  expect(environmentRemarks(others)).toEqual([]);
  // A platform may set a similar variable beside the one that the site reads.
  expect(environmentRemarks({ DATABASE_URLS: 'x', DATABASE_URL: 'postgres://h/db' })).toEqual([]);
});

test.each(['0.0.0.0/0', '10.0.0.1 ::/0', '::/0,10.0.0.1'])('TRUST_PROXY=%s trusts every address', (value) =>
  expect(environmentRemarks({ TRUST_PROXY: value })).toEqual([
    expect.stringMatching(/^TRUST_PROXY trusts every address/u),
  ]),
);

test.each([
  [{ MATOMO_URL: 'x', ANALYTICS: 'off' }, ['MATOMO_URL has no effect without ANALYTICS=matomo']],
  [{ METRICS_HOST: '::1', METRICS_PORT: ' ' }, ['METRICS_HOST has no effect without METRICS_PORT']],
  [{ EDIT_BRANCH: 'x' }, ['EDIT_BRANCH has no effect without EDIT_REPOSITORY']],
  [{ TRUST_PROXY: '10.0.0.0/8' }, []],
  [{ MATOMO_SITE_ID: '1', ANALYTICS: 'matomo', METRICS_HOST: '::1', METRICS_PORT: '1', EDIT_REPOSITORY: 'x' }, []],
])('%j: %j', (environment, remarks) => expect(environmentRemarks(environment)).toEqual(remarks));
