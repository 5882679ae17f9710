import { SMTPServer } from 'smtp-server';
import { freePort } from '../http/free-port.fixture.ts';

/** A mail that the server received. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The mail as received, including line breaks. */
  readonly raw: string;
  /** Unfolded header lines. */
  readonly headers: readonly string[];
}

/**
 * How the server handles a mail: accepts it; refuses its recipient temporarily or permanently; refuses attachments; closes the
 * connection without a reply after the data; never replies.
 */
export type Behaviour =
  | 'take'
  | 'refuse-for-now'
  | 'refuse-for-good'
  | 'refuse-attachments'
  | 'drop-after-data'
  | 'stall';

export interface TestMailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** A real mail server on a free port. @param options.tls whether it offers STARTTLS, with an invalid certificate */
export async function startMailServer({ tls = false }: { tls?: boolean } = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  let behaviour: Behaviour = 'take';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      const code = { 'refuse-for-now': 451, 'refuse-for-good': 550 }[behaviour as string];
      callback(code ? Object.assign(new Error('<careers@example.com> refused'), { responseCode: code }) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        if (behaviour === 'refuse-attachments' && raw.includes('Content-Disposition: attachment'))
          return callback(Object.assign(new Error('Message too big'), { responseCode: 552 }));
        const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/gu, ' ');
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          headers: head.split('\r\n'),
        });
        if (behaviour === 'drop-after-data') for (const connection of server.connections) connection._socket.destroy();
        else if (behaviour !== 'stall') callback();
      });
    },
  });
  server.on('error', () => {});
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
