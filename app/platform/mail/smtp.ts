import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message.ts';

/** Mails on their way at the same time; common providers allow ten connections. */
const connections = 4;

/** How long to wait for a server; then the outbox tries again. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 15_000 };

/** @param url `smtp://user:password@host:port`, or `smtps://` */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: connections, ...timeouts });
  // A pooled connection that breaks while it is idle is replaced; without a listener it would end the process.
  transport.on('error', () => {});
  return {
    send: async (mail) => void (await transport.sendMail(messageOf(mail))),
    close: async () => transport.close(),
  };
}
