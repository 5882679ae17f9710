import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Length of a secret in bytes (Standard Webhooks, Signature scheme). */
const secretBytes = { min: 24, max: 64 } as const;

/** Decodes the key of a secret `whsec_…`; undefined if it is malformed. */
export function webhookKey(secret: string): Buffer | undefined {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  const key = Buffer.from(encoded, 'base64');
  const isEncoded = key.toString('base64').replace(/=+$/u, '') === encoded.replace(/=+$/u, '');
  return isEncoded && key.length >= secretBytes.min && key.length <= secretBytes.max ? key : undefined;
}

interface SignedMessage {
  /** The same for every attempt. */
  readonly id: string;
  readonly body: string;
  readonly secret: string;
  readonly now: Date;
}

/** Returns the headers by which a receiver verifies a message and detects repetitions (Standard Webhooks 1.0.0). */
export function signWebhook({ id, body, secret, now }: SignedMessage): Record<string, string> {
  const key = webhookKey(secret);
  if (!key) throw new Error('The secret of the webhook is not valid');
  const message = `msg_${id}`;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': message, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

interface WebhookRequest extends Omit<SignedMessage, 'secret'> {
  readonly url: string;
  /** Signs the message, unless it is undefined. */
  readonly secret: string | undefined;
  readonly userAgent: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Timeout of one attempt: Standard Webhooks recommends 15 to 30 s. */
const timeoutMs = 15_000;

/** Posts JSON to another system, once. @throws unless it responds with a 2xx in time */
export async function postWebhook({ url, userAgent, headers, secret, ...message }: WebhookRequest): Promise<void> {
  const signature = secret === undefined ? {} : signWebhook({ ...message, secret });
  const response = await fetch(url, {
    method: 'POST',
    body: message.body,
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers, ...signature },
    // A redirect would disclose the message and its key to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
