import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message.ts';

/** Maximum number of concurrent connections; common providers allow ten. */
const connections = 4;

/** Timeouts of a mail server, ms; the outbox then tries again. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 15_000 };

/** @param url `smtp://user:password@host:port`, or `smtps://` */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: connections, ...timeouts });
  // Pooled connections that break while idle are replaced; without a listener the error would end the process.
  transport.on('error', () => {});
  return {
    send: async (mail) => void (await transport.sendMail(messageOf(mail))),
    check: () => transport.verify(),
    close: async () => transport.close(),
  };
}
