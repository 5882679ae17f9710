import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { EditorRepository } from '../editor/editor-repository.ts';
import type { AnalyticsSettings } from '../features/analytics/analytics-settings.ts';
import type { PurgeTarget } from '../features/purge/purge.ts';
import type { WebhookTarget } from '../features/submissions/webhook/webhook-courier.ts';
import { findWrongParameter } from '../platform/database/postgres-url.ts';
import { isWithin } from '../platform/files/data-directory.ts';
import { withoutMapping } from '../platform/http/client-address.ts';
import { loopbackHosts } from '../platform/http/cross-site-posts.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { webhookKey } from '../platform/http/webhook.ts';
import { logLevels } from '../platform/log/log.ts';
import { parseJson } from '../shared/json-text.ts';
import { quote } from '../shared/quote.ts';

/** The configuration of this process. `readConfiguration` reads it once at the start; nothing else reads the environment. */
export type Configuration = Readonly<ReturnType<typeof readConfiguration>>;

/** A variable has an invalid value. The message is one line for the operator and contains no password. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and validates every variable (Contract, Running it); an empty one is unset. @throws ConfigurationError for the first wrong one */
export function readConfiguration(environment: Environment) {
  const read = readerOf(environment);
  const port = read('PORT');
  const siteUrl = read('SITE_URL');
  const contentDirectory = read('CONTENT_DIR');
  return {
    port,
    /** The address or host name to listen on. */
    host: read('HOST'),
    /** The public origin, such as `https://www.example.com`, without a trailing slash. Every absolute URL is built from it. */
    siteUrl,
    /** Absolute path of the embedded content. */
    contentDirectory,
    /** Origin of the outside content host that replaces the embedded articles and positions. */
    contentHost: read('CONTENT_HOST'),
    /** Absolute path of the only directory that the process writes to. */
    dataDirectory: readDataDirectory(read, contentDirectory),
    /** URL of PostgreSQL, used instead of the database in the data directory. Contains a password. */
    databaseUrl: readDatabaseUrl(read),
    /** URL of a mail server, used instead of files in the data directory. Contains a password. */
    smtpUrl: read('SMTP_URL'),
    /** Mailboxes that replace those in the site's content. */
    mailTo: { enquiries: read('MAIL_TO_ENQUIRIES'), careers: read('MAIL_TO_CAREERS') },
    /** Mailbox that is notified of refused content; undefined if there is none. */
    mailToWebmaster: read('MAIL_TO_WEBMASTER'),
    /** Whether visitors get an acknowledgement by e-mail. */
    acknowledge: read('MAIL_ACKNOWLEDGE'),
    /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: read('TRUST_PROXY') ?? [],
    /** Limit of submissions per client address; undefined if there is none. */
    submissionLimit: read('RATE_LIMIT_SUBMISSIONS'),
    /** URL of ClamAV's daemon, which scans résumés for viruses; undefined if they are not scanned. */
    clamdUrl: read('CLAMD_URL'),
    /** Whether a submission without a proof of work counts as spam. */
    proofOfWork: readProofOfWork(read, siteUrl),
    /** Another system that receives submissions. Contains a secret. */
    webhook: readWebhook(read),
    /** A CDN whose pages are purged when content changes. Contains secrets. */
    purge: readPurge(read),
    /** Days for which records are stored, by their kind; undefined if only an erasure removes them. */
    retentionDays: { enquiry: read('RETENTION_DAYS'), application: read('RETENTION_DAYS_APPLICATIONS') },
    /** How page views are counted; undefined if they are not. */
    analytics: readAnalytics(read),
    /** The repository of the editor at `/edit`; undefined if there is no editor. */
    editorRepository: readEditorRepository(read),
    logLevel: read('LOG_LEVEL'),
    /** The separate listener for metrics; undefined if there are none. */
    metrics: readMetrics(read, port),
  };
}

/** @throws ConfigurationError if browsers compute no proof on the site, so that everything sent would be stored as spam */
function readProofOfWork(read: Read, siteUrl: string): boolean {
  const isRequired = read('FORM_PROOF_OF_WORK');
  const { protocol, hostname } = new URL(siteUrl);
  // Only in a secure context do pages have `crypto.subtle` (W3C, Secure Contexts).
  if (!isRequired || protocol === 'https:' || loopbackHosts.includes(hostname)) return isRequired;
  throw new ConfigurationError(
    `FORM_PROOF_OF_WORK is "on", and SITE_URL is ${quote(siteUrl)}; browsers compute a proof only on https sites and on localhost`,
  );
}

/** @throws ConfigurationError if data would be stored among the content, which contains nothing else */
function readDataDirectory(read: Read, contentDirectory: string): string {
  const directory = read('DATA_DIR');
  if (!isWithin(contentDirectory, directory)) return directory;
  throw new ConfigurationError(
    `DATA_DIR is ${quote(directory)}, within CONTENT_DIR; it takes the path of a directory outside it`,
  );
}

/** @throws ConfigurationError if a parameter of the URL is wrong, or names a file that cannot be read */
function readDatabaseUrl(read: Read): string | undefined {
  const url = read('DATABASE_URL');
  const wrong = url === undefined ? undefined : findWrongParameter(url);
  if (!wrong) return url;
  const { name, value, reason, takes } = wrong;
  const held = quote(maskSecrets(`?${name}=${value}`).replace(/^\?/u, ''));
  throw new ConfigurationError(
    `DATABASE_URL has ${held}${reason === undefined ? '' : `, which ${reason}`}; ${name} takes ${takes}`,
  );
}

/** @throws ConfigurationError if both listeners have the same port */
function readMetrics(read: Read, sitePort: number) {
  const port = read('METRICS_PORT');
  const host = read('METRICS_HOST') ?? '127.0.0.1';
  if (port === undefined) return undefined;
  if (port !== sitePort) return { host, port };
  throw new ConfigurationError(`METRICS_PORT is ${port}, the same as PORT; it takes another port`);
}

/** @throws ConfigurationError if the type of git host cannot be inferred from its name, or has no sign-in by OAuth */
function readEditorRepository(read: Read): EditorRepository | undefined {
  const repository = read('EDIT_REPOSITORY');
  const kind = read('EDIT_GIT_HOST') ?? kindOfGitHost(repository?.origin);
  const branch = read('EDIT_BRANCH') ?? 'main';
  const appId = read('EDIT_APP_ID');
  if (!repository) return undefined;
  if (!kind) throw missing('EDIT_GIT_HOST', `EDIT_REPOSITORY at ${repository.origin}`);
  if (kind === 'github' && appId !== undefined)
    throw new ConfigurationError(
      `EDIT_APP_ID is ${quote(appId)}, but the git host is github, which authors sign in to with a token; unset EDIT_APP_ID`,
    );
  return { ...repository, kind, branch, appId };
}

const kindOfGitHost = (origin: string | undefined): EditorRepository['kind'] | undefined =>
  origin === 'https://github.com' ? 'github' : origin === 'https://gitlab.com' ? 'gitlab' : undefined;

/** @throws ConfigurationError if only one of the URL and the secret is set */
function readWebhook(read: Read): WebhookTarget | undefined {
  const url = read('WEBHOOK_URL');
  const secret = read('WEBHOOK_SECRET');
  if (url !== undefined && secret !== undefined) return { url, secret };
  if (url !== undefined) throw missing('WEBHOOK_SECRET', 'WEBHOOK_URL');
  if (secret !== undefined) throw missing('WEBHOOK_URL', 'WEBHOOK_SECRET');
  return undefined;
}

/** @throws ConfigurationError if other variables of the purge are set without its URL */
function readPurge(read: Read): PurgeTarget | undefined {
  const url = read('PURGE_URL');
  const rest = { secret: read('PURGE_SECRET'), header: read('PURGE_HEADER'), body: read('PURGE_BODY') };
  if (url !== undefined) return { url, ...rest };
  const given = (['PURGE_SECRET', 'PURGE_HEADER', 'PURGE_BODY'] as const).find((name) => read(name) !== undefined);
  if (given) throw missing('PURGE_URL', given);
  return undefined;
}

/** @throws ConfigurationError if a variable that the adapter needs is unset */
function readAnalytics(read: Read): AnalyticsSettings | undefined {
  const adapter = read('ANALYTICS');
  const endpoint = read('MATOMO_URL');
  const siteId = read('MATOMO_SITE_ID');
  if (adapter === 'off') return undefined;
  if (adapter !== 'matomo') return { adapter };
  if (endpoint === undefined) throw missing('MATOMO_URL', `ANALYTICS=${adapter}`);
  if (siteId === undefined) throw missing('MATOMO_SITE_ID', `ANALYTICS=${adapter}`);
  return { adapter, endpoint, siteId };
}

/** @param given what makes the variable necessary */
const missing = (name: VariableName, given: string) =>
  new ConfigurationError(`${name} is unset; with ${given} it takes ${variables[name].takes}`);

/** Returns the variables with their values or defaults, for the log. Masks passwords and leaves out secrets and unset variables. */
export function describeConfiguration(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    variableNames.flatMap((name) => {
      const text = textOf(environment, name);
      const { isSecret, isMailbox, shown = isMailbox ? String : maskSecrets }: Variable = variables[name];
      return text === undefined || isSecret ? [] : [[name, shown(text)]];
    }),
  );
}

interface Variable {
  /** Completes the sentence "it takes …". */
  readonly takes: string;
  readonly schema: z.ZodType<unknown, string>;
  /** Text that replaces an unset variable; it may depend on others. */
  readonly default?: string | ((environment: Environment) => string);
  /** Returns the part of a valid value that the log may show; without it only passwords are masked. */
  readonly shown?: (text: string) => string;
  /** Whether its value is never shown. */
  readonly isSecret?: boolean;
  /** Whether an `@` in its value belongs to an e-mail address and does not follow a password. */
  readonly isMailbox?: boolean;
}

type VariableName = keyof typeof variables;
type ValueOf<Name extends VariableName> = z.output<(typeof variables)[Name]['schema']>;

/** Reads one variable. @returns undefined if it is unset and has no default @throws ConfigurationError if its value is invalid */
type Read = <Name extends VariableName>(
  name: Name,
) => ValueOf<Name> | ((typeof variables)[Name] extends { default: unknown } ? never : undefined);

function textOf(environment: Environment, name: string): string | undefined {
  const { default: otherwise }: Variable = variables[name as VariableName];
  return environment[name]?.trim() || (typeof otherwise === 'function' ? otherwise(environment) : otherwise);
}

const readerOf =
  (environment: Environment): Read =>
  <Name extends VariableName>(name: Name) => {
    const { takes, schema, isSecret, isMailbox }: Variable = variables[name];
    const value = textOf(environment, name);
    if (value === undefined) return undefined as ValueOf<Name>;
    // Docker and Kubernetes pass on the quotation marks of an environment file, which a shell and systemd remove.
    if (/^(["']).*\1$/su.test(value))
      throw new ConfigurationError(
        `${name} is in quotation marks, which would become part of the value; remove them. It takes ${takes}`,
      );
    const result = schema.safeParse(value);
    if (result.success) return result.data as ValueOf<Name>;
    const shown = isSecret ? 'not valid' : quote(isMailbox ? value : maskSecrets(value));
    throw new ConfigurationError(`${name} is ${shown}; it takes ${takes}`);
  };

/** Masks user and password of a URL, up to the last `@`, also of a malformed one, and query values whose name suggests a secret. */
function maskSecrets(text: string): string {
  return text
    .replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@(?=.)/isu, (_, scheme: string | undefined) => `${scheme ?? ''}***@`)
    .replace(/([?&][^=&]*(?:pass|secret|token|key)[^=&]*=)[^&]*/giu, '$1***');
}

/** A schema of what `parse` makes of a text; undefined is refused. */
const parsedBy = <Value>(parse: (text: string) => Value | undefined) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number)
    .pipe(z.number().min(from).max(to));

/** Accepts only an origin: a path, a query or a password would be lost in every URL built from it. */
const origin = parsedBy((text) => {
  const url = URL.parse(text);
  return url && isHttp(url) && `${url.origin}/` === url.href ? url.origin : undefined;
});

const urlThat = (isAccepted: (url: URL) => boolean) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && isAccepted(url);
  });

const isHttp = ({ protocol }: URL) => /^https?:$/u.test(protocol);
const hasNoPassword = ({ username, password }: URL) => username === '' && password === '';
const isBare = (url: URL) => hasNoPassword(url) && url.search === '' && url.hash === '';

/**
 * Accepts the URL of a server that is signed in to. A `#`, `/` or `?` of a password that is not percent-encoded ends the host, so that
 * the process would connect to a part of the password.
 */
const serverUrl = (protocol: RegExp) =>
  urlThat(
    ({ protocol: given, hostname, port, pathname, search, hash }) =>
      protocol.test(given) && hostname !== '' && port !== '0' && hash === '' && !`${pathname}${search}`.includes('@'),
  );

/** At port 465 the server waits for TLS and the client for a greeting, until the connection times out (RFC 8314, section 3). */
function isPlainOnTlsPort(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'smtp:' && url.port === '465';
}

/** A socket is named by its folder in `host` (PostgreSQL, Connection URIs); the host before the path is empty. */
const isPostgresSocket = ({ protocol, host, searchParams }: URL) =>
  /^postgres(ql)?:$/u.test(protocol) && host === '' && Boolean(searchParams.get('host')?.startsWith('/'));

/** Accepts only an origin and a path ending in `.php`, since the URL is published in every page. */
const matomoUrl = urlThat((url) => isHttp(url) && isBare(url) && url.pathname.endsWith('.php'));

/** Accepts http only for localhost, since authors' tokens are sent to the host. */
const repositoryUrl = parsedBy((text) => {
  const url = URL.parse(text);
  const [, name] = /^\/([\w.-]+(?:\/[\w.-]+)*?\/[\w.-]+?)(?:\.git)?\/?$/u.exec(url?.pathname ?? '') ?? [];
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
  const isBare = isSafe && !url.username && !url.search && !url.hash;
  return name && isBare ? { origin: url.origin, name } : undefined;
});

const webhookUrl = {
  schema: urlThat((url) => isHttp(url) && hasNoPassword(url)),
  // The path may contain a key of the receiver.
  shown: (text: string) => new URL(text).origin,
} as const;

const secret = {
  takes: 'whsec_ followed by 24 to 64 bytes in Base64, which "openssl rand -base64 32" prints',
  schema: z.string().refine((text) => webhookKey(text) !== undefined),
  isSecret: true,
} as const;

const header = parsedBy((text) => {
  const [, name, value] = /^([\w-]+):\s*([\x21-\x7e][\x20-\x7e]*)$/u.exec(text) ?? [];
  return name !== undefined && value !== undefined ? { name, value } : undefined;
});

const json = z.string().refine((text) => parseJson(text) !== undefined);

const clamdUrl = urlThat((url) => {
  if (!isBare(url)) return false;
  if (url.protocol === 'unix:') return url.host === '' && url.pathname.length > 1;
  return url.protocol === 'tcp:' && url.hostname !== '' && /^\/?$/u.test(url.pathname);
});

const hostNamePattern = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/iu;

const host = {
  takes: 'an IP address or a host name, such as 127.0.0.1 or 0.0.0.0',
  schema: z
    .string()
    // An invalid IPv4 address ("127.0.0.300") would be looked up in DNS.
    .refine((text) => isIP(text) !== 0 || (hostNamePattern.test(text) && !/^[\d.]+$/u.test(text))),
} as const;

const proxies = z
  .string()
  .transform((text) => text.split(/[\s,]+/u).filter(Boolean))
  .refine((ranges) => ranges.length > 0 && ranges.every(isAddressRange));

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  // The prefix of a mapped IPv4 range includes the 96 bits of the mapping.
  const minBits = isIP(address) !== 0 && withoutMapping(address) !== address ? 96 : 0;
  const isPrefix =
    prefix === undefined || (/^\d{1,3}$/u.test(prefix) && Number(prefix) >= minBits && Number(prefix) <= bits);
  return bits > 0 && isPrefix && rest.length === 0;
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000 } as const;
const maxWindowMs = 24 * unitMs.h;

const rateLimit = parsedBy((text): Limit | undefined => {
  const [, count = '', length = '', unit = ''] = /^(\d{1,6})\/(\d{1,5})([smh])$/u.exec(text) ?? [];
  const windowMs = Number(length) * (unitMs[unit as keyof typeof unitMs] ?? 0);
  const isInRange = Number(count) >= 1 && windowMs >= 1000 && windowMs <= maxWindowMs;
  return isInRange ? { count: Number(count), windowMs } : undefined;
});

/** Also accepts `off`, which means undefined. */
const orOff = <Value>(schema: z.ZodType<Value, string>) =>
  z.union([z.literal('off').transform(() => undefined), schema]);

/** At most a hundred years, so that typing errors are refused. */
const days = {
  takes: 'a whole number of days from 1 to 36500, or off',
  schema: orOff(wholeNumber(1, 36_500)),
} as const;

const port = { takes: 'a whole number from 1 to 65535', schema: wholeNumber(1, 65_535) } as const;

const directory = {
  takes: 'the path of a directory',
  schema: z.string().transform((text) => resolve(text)),
  shown: (text: string) => resolve(text),
} as const;

const toggle = { takes: 'on or off', schema: z.enum(['on', 'off']).transform((text) => text === 'on') } as const;

const mailbox = { takes: 'one e-mail address', schema: z.email(), isMailbox: true } as const;

const encodedPassword = 'with special characters of the password percent-encoded (# is %23)';

/** Each variable once: what it takes in words, the schema that decides, its default, and how much of it the log shows. */
const variables = {
  PORT: { ...port, default: '3000' },
  HOST: { ...host, default: '127.0.0.1' },
  SITE_URL: {
    takes: 'an http or https origin without a path, such as https://www.example.com',
    schema: origin,
    default: (environment) => `http://localhost:${textOf(environment, 'PORT')}`,
  },
  CONTENT_DIR: { ...directory, default: 'content' },
  CONTENT_HOST: { takes: 'an http or https origin without a path, such as https://cms.example.com', schema: origin },
  DATA_DIR: { ...directory, default: 'data' },
  DATABASE_URL: {
    takes: `a PostgreSQL URL, such as postgres:///name?host=/var/run/postgresql&user=site or postgres://user:password@host:5432/name, ${encodedPassword}`,
    schema: z.union([serverUrl(/^postgres(ql)?:$/u), urlThat(isPostgresSocket)]),
  },
  SMTP_URL: {
    takes: `the URL of a mail server, such as smtp://user:password@host:587 or, for port 465, smtps://user:password@host:465, ${encodedPassword}`,
    schema: serverUrl(/^smtps?:$/u).refine((text) => !isPlainOnTlsPort(text)),
  },
  MAIL_TO_ENQUIRIES: mailbox,
  MAIL_TO_CAREERS: mailbox,
  MAIL_TO_WEBMASTER: mailbox,
  MAIL_ACKNOWLEDGE: { ...toggle, default: 'on' },
  TRUST_PROXY: { takes: 'IP addresses or CIDR ranges separated by commas, such as 10.0.0.0/8,::1', schema: proxies },
  RATE_LIMIT_SUBMISSIONS: {
    takes: 'a count and a time of at most 24 hours, such as 30/10m (s, m or h), or off',
    schema: orOff(rateLimit),
    default: '30/10m',
  },
  CLAMD_URL: { takes: 'tcp://host:port or unix:///path/of/the/socket of a ClamAV daemon', schema: clamdUrl },
  FORM_PROOF_OF_WORK: { ...toggle, default: 'off' },
  WEBHOOK_URL: { takes: 'the http or https URL of a webhook receiver, without a password', ...webhookUrl },
  WEBHOOK_SECRET: secret,
  PURGE_URL: { takes: 'the http or https URL of the purge endpoint of a CDN, without a password', ...webhookUrl },
  PURGE_SECRET: secret,
  PURGE_HEADER: {
    takes: 'a header with your credentials for the CDN, such as "Authorization: Bearer TOKEN"',
    schema: header,
    isSecret: true,
  },
  PURGE_BODY: { takes: 'JSON, such as {"tags":["page"]}', schema: json, isSecret: true },
  RETENTION_DAYS: { ...days, default: '730' },
  RETENTION_DAYS_APPLICATIONS: {
    ...days,
    default: (environment) => `${Math.min(365, Number(textOf(environment, 'RETENTION_DAYS')) || 365)}`,
  },
  ANALYTICS: {
    takes: 'first-party, matomo or off',
    schema: z.enum(['first-party', 'matomo', 'off']),
    default: 'first-party',
  },
  MATOMO_URL: {
    takes: 'the http or https URL of matomo.php, such as https://stats.example.com/matomo.php',
    schema: matomoUrl,
  },
  MATOMO_SITE_ID: {
    takes: 'the ID of the site in Matomo, a whole number from 1',
    schema: wholeNumber(1, 999_999_999),
  },
  METRICS_PORT: port,
  METRICS_HOST: host,
  EDIT_REPOSITORY: {
    takes: 'the https URL of a git repository without a password, such as https://github.com/acme/website',
    schema: repositoryUrl,
  },
  EDIT_GIT_HOST: { takes: 'github, gitlab or gitea', schema: z.enum(['github', 'gitlab', 'gitea']) },
  EDIT_BRANCH: { takes: 'the name of a branch', schema: z.string().regex(/^[\w][\w./-]{0,99}$/u) },
  EDIT_APP_ID: {
    takes: 'the client ID of an OAuth application of the git host',
    schema: z.string().regex(/^[\w-]{1,200}$/u),
  },
  LOG_LEVEL: { takes: `one of ${logLevels.join(', ')}`, schema: z.enum(logLevels), default: 'info' },
} as const satisfies Record<string, Variable>;

export const variableNames = Object.keys(variables) as readonly VariableName[];
