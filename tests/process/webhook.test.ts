import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startMs, startServer } from '../harness/server.ts';
import { application, formOf } from './forms.ts';
import { smallSite } from './small-site.ts';

// The site's messages to a CRM or an applicant tracker: signed, with a link to the résumé.

const secret = `whsec_${Buffer.alloc(32, 'key').toString('base64')}`;

test(
  'an application reaches a receiver, and its link gives the resume as a download that nobody stores',
  async () => {
    const taken = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      response.writeHead(204).end();
      taken.resolve({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const server = await startServer({ ...smallSite, WEBHOOK_URL: url, WEBHOOK_SECRET: secret });
    const filling = Buffer.alloc(300_000, 'résumé');
    const sent = await fetch(`${server.origin}/wp-json/positions/mail`, {
      method: 'POST',
      body: formOf(application, filling),
    });
    expect(sent.status).toBe(200);
    const { headers, body } = await taken.promise;
    const { type, data } = new Webhook(secret).verify(body, headers) as {
      type: string;
      data: { id: string; resume: { url: string; bytes: number } };
    };
    expect(type).toBe('application.received');

    const link = new URL(data.resume.url);
    expect(link.origin).toBe(server.origin);
    const response = await fetch(link);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="resume-${data.id}.pdf"`,
      'content-length': String(data.resume.bytes),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.concat([Buffer.from('%PDF-1.7\n'), filling]));
    const head = await fetch(link, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(data.resume.bytes)]);

    for (const change of [{ id: '20260101-0000000000' }, { expires: 'zzzzzzzz' }, { signature: '' }]) {
      const forged = new URL(link);
      for (const [name, value] of Object.entries(change)) forged.searchParams.set(name, value);
      const refused = await fetch(forged);
      expect(refused.status).toBe(403);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(await refused.json()).toMatchObject({ code: 'forbidden' });
    }
    await server.stop();
    await new Promise((resolve) => receiver.close(resolve));
  },
  startMs,
);
