import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Configuration, ConfigurationError, describeConfiguration, readConfiguration } from './config.ts';

/** Returns the error message, or `accepted`. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfiguration(environment);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
}

const defaults: Configuration = {
  port: 3000,
  host: '127.0.0.1',
  siteUrl: 'http://localhost:3000',
  contentDirectory: resolve('content'),
  contentHost: undefined,
  dataDirectory: resolve('data'),
  databaseUrl: undefined,
  smtpUrl: undefined,
  mailTo: { enquiries: undefined, careers: undefined },
  mailToWebmaster: undefined,
  acknowledge: true,
  trustedProxies: [],
  submissionLimit: { count: 30, windowMs: 600_000 },
  clamdUrl: undefined,
  proofOfWork: false,
  webhook: undefined,
  purge: undefined,
  retentionDays: { enquiry: 730, application: 365 },
  analytics: { adapter: 'first-party' },
  editorRepository: undefined,
  logLevel: 'info',
  metrics: undefined,
};

test('an empty environment gives the defaults', () => {
  expect(readConfiguration({})).toEqual(defaults);
});

test('an empty variable counts as unset', () => {
  const names = ['PORT', 'HOST', 'SITE_URL', 'CONTENT_DIR', 'CONTENT_HOST', 'DATA_DIR', 'DATABASE_URL', 'SMTP_URL'];
  const more = [
    'MAIL_TO_ENQUIRIES',
    'MAIL_TO_CAREERS',
    'MAIL_TO_WEBMASTER',
    'MAIL_ACKNOWLEDGE',
    'TRUST_PROXY',
    'RATE_LIMIT_SUBMISSIONS',
    'CLAMD_URL',
    'FORM_PROOF_OF_WORK',
    'WEBHOOK_URL',
    'WEBHOOK_SECRET',
    'RETENTION_DAYS',
    'RETENTION_DAYS_APPLICATIONS',
    'ANALYTICS',
    'MATOMO_URL',
    'MATOMO_SITE_ID',
    'LOG_LEVEL',
    'METRICS_PORT',
    'METRICS_HOST',
  ];
  expect(readConfiguration(Object.fromEntries([...names, ...more].map((name) => [name, ' '])))).toEqual(defaults);
});

test('every variable is read', () => {
  expect(
    readConfiguration({
      PORT: '8080',
      HOST: '0.0.0.0',
      SITE_URL: 'https://WWW.example.com/',
      CONTENT_DIR: '/srv/content',
      CONTENT_HOST: 'https://cms.example.com:8443',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://site:secret@db:5432/site',
      SMTP_URL: 'smtps://site:secret@mail.example.com',
      MAIL_TO_ENQUIRIES: 'hello@example.com',
      MAIL_TO_CAREERS: 'jobs@example.com',
      MAIL_TO_WEBMASTER: 'web@example.com',
      MAIL_ACKNOWLEDGE: 'off',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      RATE_LIMIT_SUBMISSIONS: '5/30s',
      CLAMD_URL: 'tcp://scanner:3310',
      FORM_PROOF_OF_WORK: 'on',
      RETENTION_DAYS: '36500',
      RETENTION_DAYS_APPLICATIONS: '1',
      ANALYTICS: 'matomo',
      MATOMO_URL: 'https://stats.example.com/matomo.php',
      MATOMO_SITE_ID: '7',
      LOG_LEVEL: 'debug',
      METRICS_PORT: '9464',
      METRICS_HOST: '::1',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    siteUrl: 'https://www.example.com',
    contentDirectory: '/srv/content',
    contentHost: 'https://cms.example.com:8443',
    dataDirectory: '/srv/data',
    databaseUrl: 'postgres://site:secret@db:5432/site',
    smtpUrl: 'smtps://site:secret@mail.example.com',
    mailTo: { enquiries: 'hello@example.com', careers: 'jobs@example.com' },
    mailToWebmaster: 'web@example.com',
    acknowledge: false,
    trustedProxies: ['10.0.0.0/8', '::1'],
    submissionLimit: { count: 5, windowMs: 30_000 },
    clamdUrl: 'tcp://scanner:3310',
    proofOfWork: true,
    retentionDays: { enquiry: 36_500, application: 1 },
    analytics: { adapter: 'matomo', endpoint: 'https://stats.example.com/matomo.php', siteId: 7 },
    logLevel: 'debug',
    metrics: { host: '::1', port: 9464 },
  });
});

test('metrics are off by default, on the loopback interface by default, and never on the port of the site', () => {
  expect(readConfiguration({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined();
  expect(readConfiguration({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(refusal({ METRICS_PORT: '3000' })).toBe('METRICS_PORT is 3000, the same as PORT; it takes another port');
});

test('the default public origin contains the port', () => {
  expect(readConfiguration({ PORT: '4100' }).siteUrl).toBe('http://localhost:4100');
});

test('no limit on submissions', () => {
  expect(readConfiguration({ RATE_LIMIT_SUBMISSIONS: 'off' }).submissionLimit).toBeUndefined();
});

test('applications are stored no longer than enquiries, unless they have a separate limit', () => {
  const daysOf = (environment: Record<string, string>) => readConfiguration(environment).retentionDays;
  expect(daysOf({ RETENTION_DAYS: '90' })).toEqual({ enquiry: 90, application: 90 });
  expect(daysOf({ RETENTION_DAYS: '1000' })).toEqual({ enquiry: 1000, application: 365 });
  expect(daysOf({ RETENTION_DAYS: 'off' })).toEqual({ enquiry: undefined, application: 365 });
  expect(daysOf({ RETENTION_DAYS: '90', RETENTION_DAYS_APPLICATIONS: 'off' })).toEqual({
    enquiry: 90,
    application: undefined,
  });
});

test('an analytics service needs its URL', () => {
  const url = 'https://stats.example.com/matomo.php';
  expect(refusal({ ANALYTICS: 'matomo', MATOMO_SITE_ID: '1' })).toBe(
    'MATOMO_URL is unset; with ANALYTICS=matomo it takes the http or https URL of matomo.php, such as https://stats.example.com/matomo.php',
  );
  expect(refusal({ ANALYTICS: 'matomo', MATOMO_URL: url })).toMatch(
    /^MATOMO_SITE_ID is unset; with ANALYTICS=matomo /u,
  );
  expect(readConfiguration({ MATOMO_URL: url, MATOMO_SITE_ID: '1' }).analytics).toEqual({ adapter: 'first-party' });
  expect(readConfiguration({ ANALYTICS: 'off' }).analytics).toBeUndefined();
});

describe('both sides of each limit', () => {
  test.each([
    ['PORT', ['1', '65535', ' 80 '], ['0', '65536', '-1', '80.5', '8e1', '0x50', 'http', '99999999999']],
    [
      'HOST',
      ['::', '::1', 'localhost', 'web-1.internal'],
      ['127.0.0.300', 'a b', 'http://localhost', '-a', 'a..b', '[::1]'],
    ],
    [
      'SITE_URL',
      ['http://localhost:3000', 'https://example.com/', 'https://bücher.example'],
      [
        'example.com',
        'ftp://example.com',
        'https://example.com/site',
        'https://example.com?x',
        'https://example.com/#x',
        'https://u:p@example.com',
        'https://',
      ],
    ],
    ['CONTENT_HOST', ['http://127.0.0.1:9000'], ['cms', 'https://example.com/wp', 'javascript:alert(1)']],
    [
      'DATABASE_URL',
      [
        'postgresql://h/db',
        'postgres://u:p@h/db',
        'postgres://u:p%23%40%2F%3F@h/db',
        'postgresql://%2Frun/db',
        'postgres:///db?host=/run&user=u',
      ],
      // A password with `#`, `/` or `?` that is not encoded makes `u` the host and `1` the port.
      [
        'mysql://h/db',
        'postgres:///db',
        'postgres:///db?host=h',
        'site.sqlite',
        ...['#', '/', '?'].map((sign) => `postgres://u:1${sign}2@h/db`),
      ],
    ],
    [
      'SMTP_URL',
      ['smtp://localhost:1025', 'smtps://u:p@h', 'smtps://u:p@h:465'],
      ['http://h', 'localhost:1025', 'smtp://', 'smtp://h:0', 'smtp://u:1#2@h', 'smtp://u:p@h:465'],
    ],
    ['MAIL_TO_ENQUIRIES', ['a@example.com'], ['a', 'a@example.com,b@example.com', 'a@example.com\nBcc: b@example.com']],
    ['MAIL_TO_CAREERS', ['a@example.com'], ['Jobs <a@example.com>']],
    ['MAIL_TO_WEBMASTER', ['a@example.com'], ['a@example.com, b@example.com']],
    ['MAIL_ACKNOWLEDGE', ['on', 'off', ' off '], ['yes', '1', 'ON', 'false']],
    [
      'TRUST_PROXY',
      [
        '127.0.0.1',
        '10.0.0.0/8',
        '::1/128',
        'fd00::/8,10.0.0.1',
        '10.0.0.0/0',
        '10.0.0.1 10.0.0.2',
        '::ffff:10.0.0.0/96',
      ],
      [
        'true',
        'proxy.internal',
        '10.0.0.0/33',
        '::1/129',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        '10.0.0.0/-1',
        '::ffff:10.0.0.0/8',
        ',',
      ],
    ],
    [
      'RATE_LIMIT_SUBMISSIONS',
      ['1/1s', '999999/24h', '30/1440m'],
      ['0/10m', '30', '30/10', '30/0m', '30/25h', '30/10d', '-1/10m', 'OFF', '30 / 10m'],
    ],
    [
      'CLAMD_URL',
      ['tcp://127.0.0.1:3310', 'tcp://scanner', 'tcp://[::1]:3310', 'unix:///run/clamav/clamd.ctl'],
      [
        'scanner:3310',
        'http://scanner:3310',
        'tcp://',
        'tcp://scanner/x',
        'unix://',
        'unix:///',
        'unix://run/clamd',
        '/run/clamd',
      ],
    ],
    ['FORM_PROOF_OF_WORK', ['on', 'off'], ['true', 'ON', '1']],
    ['PURGE_BODY', [], ['{tags}', 'page']],
    ['PURGE_HEADER', [], ['Authorization', 'A B: c', 'A: ', 'A: b\nC: d']],
    [
      'PURGE_URL',
      ['https://cdn.example.com/purge?a=1', 'http://127.0.0.1:8080/'],
      ['cdn', 'ftp://cdn', 'https://u:p@cdn/'],
    ],
    ['RETENTION_DAYS', ['1', '36500', 'off'], ['0', '36501', '-1', '1.5', '2y', 'OFF']],
    ['RETENTION_DAYS_APPLICATIONS', ['1', '36500', 'off'], ['0', '36501', '12m']],
    ['ANALYTICS', ['first-party', 'off'], ['on', 'OFF', 'google', 'first-party,matomo']],
    [
      'MATOMO_URL',
      ['https://stats.example.com/matomo.php', 'http://127.0.0.1:8080/stats/matomo.php'],
      [
        'stats.example.com',
        'https://stats.example.com',
        'https://stats.example.com/matomo.php?idsite=1',
        'https://u:p@stats.example.com/matomo.php',
        'ftp://stats.example.com/matomo.php',
      ],
    ],
    ['MATOMO_SITE_ID', ['1', '999999999'], ['0', '-1', 'one', '1.5']],
    ['LOG_LEVEL', ['debug', 'info', 'warn', 'error'], ['INFO', 'verbose', 'silent']],
  ])('%s accepts %j and refuses %j', (name, taken, refused) => {
    for (const value of taken) expect([value, refusal({ [name]: value })]).toEqual([value, 'accepted']);
    for (const value of refused)
      expect([value, refusal({ [name]: value })]).toEqual([value, expect.stringMatching(`^${name} is `)]);
  });
});

describe('TLS parameters of DATABASE_URL', () => {
  const refusalWith = (parameters: string) =>
    refusal({ DATABASE_URL: `postgres://site:hunter2@db:5432/site?${parameters}` });

  test.each([
    ...['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'].map(
      (mode) => `sslmode=${mode}`,
    ),
    'sslmode=&sslrootcert=',
    'sslmode=verify-full&sslrootcert=package.json&sslcert=package.json&sslkey=package.json',
    'uselibpqcompat=true&sslmode=verify-ca&sslrootcert=package.json',
  ])('%s is accepted', (parameters) => {
    expect(refusalWith(parameters)).toBe('accepted');
  });

  const file = 'takes the path of a file that this user may read';
  test.each([
    [
      'sslmode=verify_full',
      'has "sslmode=verify_full"; sslmode takes one of disable, allow, prefer, require, verify-ca, verify-full, no-verify',
    ],
    [
      'uselibpqcompat=true&sslmode=verify-ca',
      'has "sslmode=verify-ca", which needs sslrootcert; sslmode takes verify-full without one',
    ],
    [
      'sslmode=verify-full&sslrootcert=/nope.pem',
      `has "sslrootcert=/nope.pem", which does not exist; sslrootcert ${file}`,
    ],
    ['sslcert=/', `has "sslcert=/", which cannot be read (EISDIR); sslcert ${file}`],
    // The text of a key in place of its path must not reach the log.
    ['sslkey=hunter2', `has "sslkey=***", which does not exist; sslkey ${file}`],
  ])('%s is refused', (parameters, reason) => {
    expect(refusalWith(parameters)).toBe(`DATABASE_URL ${reason}`);
  });
});

test('a proof of work is required only where browsers can compute one', () => {
  const proofOn = (SITE_URL: string) => refusal({ FORM_PROOF_OF_WORK: 'on', SITE_URL });
  for (const siteUrl of ['https://www.example.com', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect([siteUrl, proofOn(siteUrl)]).toEqual([siteUrl, 'accepted']);
  expect(proofOn('http://intranet.example.com')).toBe(
    'FORM_PROOF_OF_WORK is "on", and SITE_URL is "http://intranet.example.com"; browsers compute a proof only on https sites and on localhost',
  );
  expect(refusal({ FORM_PROOF_OF_WORK: 'off', SITE_URL: 'http://intranet.example.com' })).toBe('accepted');
});

describe('a refusal', () => {
  test('names the variable, its value and the valid ones', () => {
    expect(refusal({ PORT: 'http' })).toBe('PORT is "http"; it takes a whole number from 1 to 65535');
    expect(refusal({ MAIL_TO_CAREERS: 'a@example.com,b@example.com' })).toBe(
      'MAIL_TO_CAREERS is "a@example.com,b@example.com"; it takes one e-mail address',
    );
    expect(refusal({ LOG_LEVEL: 'loud' })).toBe('LOG_LEVEL is "loud"; it takes one of debug, info, warn, error');
  });

  test('keeps data out of the content', () => {
    for (const directory of ['content', 'content/data', './content/../content/', resolve('content', '..data')])
      expect(refusal({ DATA_DIR: directory })).toBe(
        `DATA_DIR is "${resolve(directory)}", within CONTENT_DIR; it takes the path of a directory outside it`,
      );
    for (const directory of ['.', 'content-data', 'content/../data', '../content'])
      expect([directory, refusal({ DATA_DIR: directory })]).toEqual([directory, 'accepted']);
  });

  test('is one line of limited length', () => {
    const message = refusal({ HOST: `a\nb\r\n${'c'.repeat(5000)}` });
    expect(message).not.toMatch(/[\r\n]/);
    expect(message.length).toBeLessThan(300);
  });

  test.each([
    ['DATABASE_URL', 'mysql://site:hunter2@db/site'],
    ['DATABASE_URL', 'site:hun@ter2@db/site'],
    ['DATABASE_URL', 'mysql://db/site?password=hunter2'],
    ['SMTP_URL', 'http://site:hunter2@mail'],
    ['SMTP_URL', 'smtp//site:hun@ter2@mail'],
    ['SITE_URL', 'https://site:hunter2@example.com'],
  ])('shows no password: %s=%s', (name, value) => {
    expect(refusal({ [name]: value })).not.toMatch(/hun|ter2/);
  });
});

describe('the description', () => {
  test('has the names of the variables, and only those that are set', () => {
    expect(describeConfiguration({ TRUST_PROXY: '10.0.0.1 ::1', METRICS_PORT: ' ' })).toEqual({
      PORT: '3000',
      HOST: '127.0.0.1',
      SITE_URL: 'http://localhost:3000',
      CONTENT_DIR: resolve('content'),
      DATA_DIR: resolve('data'),
      MAIL_ACKNOWLEDGE: 'on',
      TRUST_PROXY: '10.0.0.1 ::1',
      RATE_LIMIT_SUBMISSIONS: '30/10m',
      FORM_PROOF_OF_WORK: 'off',
      RETENTION_DAYS: '730',
      RETENTION_DAYS_APPLICATIONS: '365',
      ANALYTICS: 'first-party',
      LOG_LEVEL: 'info',
    });
  });

  test('has every variable that is set, other than secrets', () => {
    const environment = {
      EDIT_REPOSITORY: 'https://github.com/acme/website',
      EDIT_BRANCH: 'content',
      MAIL_TO_CAREERS: 'jobs@acme.example',
      RETENTION_DAYS: '30',
    };
    const purge = { PURGE_URL: 'https://cdn.example/zone?key=hunter2', PURGE_BODY: '{"key":"hunter2"}' };
    const described = describeConfiguration({ ...environment, ...purge });
    expect(described).toMatchObject({ ...environment, RETENTION_DAYS_APPLICATIONS: '30' });
    expect(JSON.stringify(described)).not.toContain('hunter2');
  });

  test('contains no secret', () => {
    const described = JSON.stringify(
      describeConfiguration({
        DATABASE_URL: 'postgres://site:hun%40ter2@db:5432/site?sslpassword=hunter2&sslmode=require',
        CONTENT_DIR: '/content',
        DATA_DIR: '/data',
        SMTP_URL: 'smtp://site:hunter2@mail:587',
        RATE_LIMIT_SUBMISSIONS: 'off',
      }),
    );
    expect(described).not.toMatch(/hun|ter2/);
    expect(described).toContain('postgres://***@db:5432/site?sslpassword=***&sslmode=require');
    expect(described).toContain('smtp://***@mail:587');
    expect(described).toContain('"RATE_LIMIT_SUBMISSIONS":"off"');
  });
});

describe('The repository of the editor', () => {
  test.each([
    [
      { EDIT_REPOSITORY: 'https://github.com/acme/website' },
      { kind: 'github', origin: 'https://github.com', name: 'acme/website', branch: 'main', appId: undefined },
    ],
    [
      { EDIT_REPOSITORY: 'https://gitlab.com/acme/web/site.git', EDIT_BRANCH: 'content', EDIT_APP_ID: 'abc' },
      { kind: 'gitlab', origin: 'https://gitlab.com', name: 'acme/web/site', branch: 'content', appId: 'abc' },
    ],
    [
      { EDIT_REPOSITORY: 'https://git.acme.example/acme/website', EDIT_GIT_HOST: 'gitea' },
      { kind: 'gitea', origin: 'https://git.acme.example', name: 'acme/website', branch: 'main', appId: undefined },
    ],
  ])('is read from %j', (environment, repository) => {
    expect(readConfiguration(environment).editorRepository).toEqual(repository);
  });

  test.each([
    { EDIT_REPOSITORY: 'https://git.acme.example/acme/website' },
    { EDIT_REPOSITORY: 'http://github.com/acme/website' },
    { EDIT_REPOSITORY: 'https://user:secret@github.com/acme/website' },
    { EDIT_REPOSITORY: 'https://github.com/acme' },
    { EDIT_REPOSITORY: 'git@github.com:acme/website.git' },
    { EDIT_REPOSITORY: 'https://github.com/acme/website', EDIT_BRANCH: '-x' },
    { EDIT_REPOSITORY: 'https://github.com/acme/website', EDIT_APP_ID: 'abc' },
  ])('is refused in %j, without showing a password', (environment) => {
    expect(() => readConfiguration(environment)).toThrow(ConfigurationError);
    expect(() => readConfiguration(environment)).not.toThrow(/secret/u);
  });
});

test.each(['"', "'"])(
  'a value in %s is refused, since Docker passes on the quotation marks of an environment file',
  (mark) => {
    const refused = 'is in quotation marks, which would become part of the value; remove them. It takes';
    expect(refusal({ DATA_DIR: `${mark}/data${mark}` })).toContain(`DATA_DIR ${refused}`);
    expect(refusal({ PURGE_BODY: `${mark}{"tags":["page"]}${mark}` })).toContain(`PURGE_BODY ${refused}`);
  },
);

test('a webhook takes a URL and a secret, and shows neither key nor secret', () => {
  const url = 'https://crm.example.com/hooks/a-key';
  const secret = `whsec_${Buffer.alloc(32, 'key').toString('base64')}`;
  const environment = { WEBHOOK_URL: url, WEBHOOK_SECRET: secret };
  expect(readConfiguration(environment).webhook).toEqual({ url, secret });
  expect(describeConfiguration(environment)).toMatchObject({ WEBHOOK_URL: 'https://crm.example.com' });
  expect(JSON.stringify(describeConfiguration(environment))).not.toMatch(/whsec|a-key/u);
  expect(refusal({ WEBHOOK_URL: url })).toMatch(/^WEBHOOK_SECRET is unset; with WEBHOOK_URL it takes whsec_/u);
  expect(refusal({ WEBHOOK_SECRET: secret })).toMatch(/^WEBHOOK_URL is unset; with WEBHOOK_SECRET it takes/u);
  expect(refusal({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'whsec_hunter2' })).toMatch(
    /^WEBHOOK_SECRET is not valid; it takes/u,
  );
  expect(refusal({ WEBHOOK_URL: 'ftp://crm.example.com', WEBHOOK_SECRET: secret })).toMatch(/^WEBHOOK_URL is "ftp:/u);
});
