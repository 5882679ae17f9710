import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { SiteContent } from '../content/site-content.ts';
import { siteSchema } from '../features/site/site.schema.ts';
import {
  application,
  applicationForm,
  contactForm,
  enquiry,
  multipart,
  pdf,
} from '../features/submissions/submissions.fixture.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { ContentStore } from '../platform/content/store.ts';
import { dataNames } from '../platform/files/data-directory.ts';
import { temporaryDirectory } from '../platform/files/temporary-directory.fixture.ts';
import { createLog } from '../platform/log/log.ts';
import { readConfiguration } from './config.ts';
import { unmeasured } from './metrics/measured.ts';
import { createSiteSubmissions } from './site-submissions.ts';

/** Stores an enquiry and an application with the sample content. @returns the headers `From`, `To` and `Reply-To` of each notification */
async function notificationsWith(email: Readonly<Record<string, string | undefined>> = {}) {
  const dataDirectory = temporaryDirectory();
  const sample = parse(readFileSync('content/site.yaml', 'utf8'));
  const site = siteSchema.parse({ ...sample, email: { ...sample.email, ...email } });
  const content = { current: () => ({ site }) } as unknown as ContentStore<SiteContent>;
  const log = createLog({ level: 'error', clock: systemClock });
  const configuration = readConfiguration({ DATA_DIR: dataDirectory, MAIL_ACKNOWLEDGE: 'off' });
  const services = { content, clock: systemClock, log, measured: unmeasured };
  const { submissions } = createSiteSubmissions(configuration, services);
  onTestFinished(() => submissions.stop());
  const forms = [
    [contactForm, multipart(enquiry)],
    [applicationForm, multipart(application, { name: 'cv.pdf', bytes: pdf })],
  ] as const;
  for (const [form, body] of forms) {
    const request = new Request('http://localhost/', { method: 'POST', body });
    expect((await submissions.receive(request, { address: '192.0.2.1', log }, form)).status).toBe(200);
  }
  await submissions.deliver();
  const folder = join(dataDirectory, dataNames.mail);
  return readdirSync(folder).map((name) => {
    const mail = readFileSync(join(folder, name), 'utf8');
    const [from, to, replyTo] = ['From', 'To', 'Reply-To'].map(
      (header) => new RegExp(`^${header}: .*?([^\\s<]+@[^\\s>]+)`, 'mu').exec(mail)?.[1],
    );
    return { from, to, replyTo };
  });
}

test('with the sample content no notification comes from its recipient, who would reply to themselves', async () => {
  const mails = await notificationsWith();
  expect(mails).toHaveLength(2);
  expect(mails.map(({ to }) => to).sort()).toEqual(['careers@spanwright.example', 'hello@spanwright.example']);
  for (const { from, to, replyTo } of mails) {
    expect(from).not.toBe(to);
    expect(replyTo).toBe(enquiry.email);
  }
});

test('without a sender of its own, the site sends from the general address', async () => {
  const mails = await notificationsWith({ sender: undefined });
  expect(mails.map(({ from }) => from)).toEqual(['hello@spanwright.example', 'hello@spanwright.example']);
});
