import { beforeAll, describe, expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { resumeMessages } from '../../app/shared/forms/resume-field.ts';
import { messages } from '../../app/shared/submission-rules.ts';
import { lastingPosition } from '../harness/content.ts';
import { createSite, type SharedSite, sharedSite, siteUrl } from './app.ts';

// Both forms over the whole application: responses as JSON, as pages, and refusals (Contract, Submissions).

let site: SharedSite;
beforeAll(async () => {
  site = await sharedSite();
});

const enquiry = {
  name: 'Ada Lovelace',
  company: '',
  email: 'ada@example.org',
  phone: '',
  comment: 'Hello <b>there</b>',
};
const application = {
  jobid: lastingPosition.job_id,
  jobrole: 'Bridge engineer',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  message: 'I would like to apply.',
};

function formOf(fields: Readonly<Record<string, string>>, resume = Buffer.from('%PDF-1.7\n')): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if ('jobid' in fields) form.append('resume', new Blob([resume]), 'cv.pdf');
  return form;
}

const post = (address: string, body: BodyInit, headers: Record<string, string> = {}) =>
  site.get(address, { method: 'POST', body, headers });

const browser = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  origin: siteUrl,
  'sec-fetch-site': 'same-origin',
};

const forms = [
  {
    address: '/mail/contactform',
    fields: enquiry,
    sent: '/message-sent',
    name: 'Contact us',
    home: '/contact-us#contact',
  },
  {
    address: '/wp-json/positions/mail',
    fields: application,
    sent: '/application-sent',
    name: 'Apply for Bridge engineer',
    home: '/join-us',
  },
];

describe('GET /forms/token', () => {
  const ask = (query: string) => site.get(`/forms/token${query}`);

  test('returns a token for a form, a different one for each visitor', async () => {
    const responses = await Promise.all([ask('?form=enquiry'), ask('?form=enquiry'), ask('?form=application')]);
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.has('set-cookie')).toBe(false);
      expect(response.headers.has('etag')).toBe(false);
      expect(await response.json()).toEqual({ token: expect.stringMatching(/^\w+\.[\w-]+$/u) });
    }
  });

  test.each(['', '?form=', '?form=other'])('refuses "%s" and names what it takes', async (query) => {
    const response = await ask(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'invalid_parameter',
      message: expect.stringContaining('it takes enquiry or application'),
    });
  });
});

describe.each(forms)('POST $address', ({ address, fields, sent, name, home }) => {
  test.each([
    ['a program', {}],
    ["the site's own script", { accept: 'application/json', origin: siteUrl }],
  ])('responds to %s with JSON', async (_, headers) => {
    const response = await post(address, formOf(fields), headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/^Thank you\./u) });
    expect(response.headers.get('cache-control')).toBe('no-store');

    const refusal = await post(address, formOf({ ...fields, name: 'Ada 1', email: '' }), headers);
    expect(refusal.status).toBe(422);
    expect(await refusal.json()).toEqual({
      code: 'unprocessable_content',
      message: expect.any(String),
      errors: { name: 'Only alphabets are allowed for this field', email: 'Please enter valid email address' },
    });
  });

  test('redirects a browser without JavaScript to a page with the message, which sends nothing on reload', async () => {
    const response = await post(address, formOf(fields), browser);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(sent);
    const page = await site.read(sent);
    expect(page).toMatch(/<h1[^>]*>/u);
    expect(page).toMatch(/<title>\w+ sent \| [^<]+<\/title>/u);
    expect(page).toContain('Thank you.');
    expect(page).toContain('name="robots" content="noindex"');
  });

  test('shows such a browser its form with the input and each message', async () => {
    const response = await post(address, formOf({ ...fields, name: '"><script>alert(1)</script>' }), browser);
    expect(response.status).toBe(422);
    // Without a stored copy of the page, Back to a POST's response is an error in the browser, and the input is lost.
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
    const page = await response.text();
    expect(page).toContain(`aria-label="${name}"`);
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page).not.toContain('<script>alert(1)');
    expect(page).toContain('Only alphabets are allowed for this field');
    expect(page).toContain(`value="${fields.email}"`);
    expect(page.match(/<h1/gu)).toHaveLength(1);
  });

  test('shows such a browser a message about a form that is too large', async () => {
    const response = await post(address, formOf({ ...fields, other: 'x'.repeat(70_000) }), browser);
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('role="alert"');
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin that it would tell', { origin: 'null' }],
    ['the same host without TLS', { origin: siteUrl.replace('https', 'http') }],
    ['the host that it was sent to', { origin: 'http://127.0.0.1' }],
    ['another site, by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', async (_, headers) => {
    const response = await post(address, formOf(fields), { accept: 'application/json', ...headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ code: 'foreign_origin', message: expect.any(String) });

    // As a translating proxy or a saved copy of the page sends it. Nothing is echoed: another site may have written it.
    const refused = await post(address, formOf(fields), { accept: browser.accept, ...headers });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('cache-control')).toBe('private, no-cache');
    const page = await refused.text();
    expect(page).toMatch(/<h1[^>]*>This form came from elsewhere\.</u);
    expect(page).toMatch(/<a [^>]*href="\/contact-us"/u);
    expect(page).not.toContain(fields.email);
  });

  test('redirects a GET request to the form', async () => {
    const response = await site.get(address);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(home);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
    const response = await site.get(address, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('an application for a position that is not open', () => {
  const address = '/wp-json/positions/mail';
  const { jobid: _, ...withoutPosition } = application;
  const withResume = (fields: Readonly<Record<string, string>>) => {
    const form = formOf(fields);
    form.set('resume', new Blob(['%PDF-1.7\n']), 'cv.pdf');
    return form;
  };

  test.each([
    ['is missing', withoutPosition],
    ['is empty', { ...application, jobid: '' }],
    ['is unknown', { ...application, jobid: 'SW-0000' }],
    ['is a property of every object', { ...application, jobid: 'constructor' }],
  ])('is refused if the position %s', async (_, fields) => {
    const response = await post(address, withResume(fields), { accept: 'application/json' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      code: 'unprocessable_content',
      message: expect.any(String),
      errors: { jobid: messages.positionClosed },
    });
  });

  test('explains that the position has closed since its page was opened, and echoes the input', async () => {
    await using content = await createContentDirectory();
    await using small = await createSite(content.path);
    const fields = { ...application, jobid: 'AC-100' };
    const send = (headers: Record<string, string>) =>
      small.get(address, { method: 'POST', body: formOf(fields), headers });
    small.setTime('2026-12-31T23:59:59Z');
    expect((await send({ accept: 'application/json' })).status).toBe(200);

    small.setTime('2027-01-01T00:00:00Z');
    expect((await send({ accept: 'application/json' })).status).toBe(422);
    const response = await send(browser);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(messages.positionClosed);
    expect(page).not.toMatch(/fields? needs? another look:/u);
    expect(page).toContain(`value="${application.email}"`);
    expect(page).toContain(application.message);
    expect(page).toMatch(/<a [^>]*href="\/join-us"[^>]*>.*?Open positions/u);
  });

  test('is accepted while a content host that knows the positions has not responded yet', async () => {
    await using content = await createContentDirectory();
    await using hosted = await createSite(content.path, { CONTENT_HOST: 'http://127.0.0.1:9' });
    expect(hosted.content().isPartial).toBe(true);
    const body = formOf({ ...application, jobid: 'AC-100' });
    const headers = { accept: 'application/json' };
    expect((await hosted.get(address, { method: 'POST', body, headers })).status).toBe(200);
  });

  test('asks a browser without JavaScript to choose the resume again, unless none was sent', async () => {
    const again = 'choose your resume again';
    const invalid = { ...application, name: '' };
    expect(await (await post(address, formOf(invalid), browser)).text()).toContain(again);
    const form = formOf(invalid);
    form.set('resume', new Blob([]), '');
    const page = await (await post(address, form, browser)).text();
    expect(page).toContain(resumeMessages.required);
    expect(page).not.toContain(again);
  });

  test('names the position to a browser without JavaScript, unless its name is no title', async () => {
    const response = await post(address, formOf({ ...application, name: '' }), browser);
    expect(await response.text()).toMatch(/<h2[^>]*>(?:<[^>]+>)*Apply for Bridge engineer</u);
    const outdated = await post(address, formOf({ ...application, jobrole: 'x'.repeat(201) }), browser);
    const page = await outdated.text();
    expect(page).toMatch(new RegExp(`role="alert"><p[^>]*>${messages.hiddenText}<`, 'u'));
    expect(page).not.toMatch(/<h2[^>]*>(?:<[^>]+>)*Apply for/u);
  });
});
