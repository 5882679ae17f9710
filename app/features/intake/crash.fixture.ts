import { join } from 'node:path';
import { systemClock } from '../../platform/clock/clock.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createFileStore } from '../../platform/files/file-store.ts';
import { createJournal } from '../../platform/files/journal.ts';
import { createSecurityHeaders } from '../../platform/http/security-headers.ts';
import { serve } from '../../platform/http/serve.ts';
import { createLog } from '../../platform/log/log.ts';
import { createEmlMailer } from '../../platform/mail/eml-directory.ts';
import { createSmtpMailer } from '../../platform/mail/smtp.ts';
import { createIntake } from './create-intake.ts';
import { applicationForm, contactForm, testLetterhead } from './intake.fixture.ts';
import type { IntakeTables } from './records/tables.ts';

// A process of its own that takes submissions, to be killed: `crash.fixture.ts DATA_DIR SMTP_URL`.
const [dataDirectory = '', smtpUrl = ''] = process.argv.slice(2);
const log = createLog({ level: 'error', clock: systemClock, write: (line) => process.stderr.write(line) });
const intake = createIntake({
  database: createDatabase<IntakeTables>({ url: undefined, file: join(dataDirectory, 'intake.sqlite') }),
  files: createFileStore({ directory: join(dataDirectory, 'resumes'), incoming: join(dataDirectory, 'incoming') }),
  mailer: createSmtpMailer(smtpUrl),
  mailFiles: createEmlMailer(join(dataDirectory, 'mail')),
  ledger: createJournal(join(dataDirectory, 'erasures')),
  clock: systemClock,
  log,
  limit: undefined,
  acknowledge: true,
  recipientsOf: (kind) => [`${kind}@example.com`],
  letterhead: () => testLetterhead,
  retentionDays: { enquiry: undefined, application: undefined },
});
intake.start();
const { port } = await serve({
  host: '127.0.0.1',
  port: 0,
  securityHeaders: createSecurityHeaders('http://localhost'),
  log,
  async fetch(request) {
    const form = new URL(request.url).pathname === '/apply' ? applicationForm : contactForm;
    const { status, message } = await intake.receive(request, { address: '192.0.2.1', log }, form);
    return Response.json({ message }, { status });
  },
});
console.log(port);
