import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, laidOut, open, painted, setHidden, stopTime, test, wakeAll } from '../harness/browser.ts';
import { site } from '../harness/content.ts';

// The contact form from first touch to outcome (Specification 4 and 5; Rulings 17 to 22), and the page around it.

const address = '/contact-us';
const form = (page: Page) => page.locator('#contact').getByRole('form', { name: 'Contact us' });
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit' });
const field = {
  name: 'Name*',
  company: 'Company Name',
  phone: 'Phone Number',
  email: 'Email*',
  comment: 'How can we help you?',
} as const;

const lettersOnly = 'Only alphabets are allowed for this field';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function fillIn(page: Page) {
  await form(page).getByLabel(field.name).fill('Ada Byron');
  await form(page).getByLabel(field.company).fill('Analytical Engines');
  await form(page).getByLabel(field.phone).fill('+44 20 7946 0321');
  await form(page).getByLabel(field.email).fill('ada@example.com');
  await form(page).getByLabel(field.comment).fill('A bridge, please.');
}

test('Submit lists all errors and focuses the first; a link of the list focuses its field; the list is announced at each Submit', async ({
  page,
}) => {
  await open(page, address);
  await form(page).getByLabel(field.comment).fill('abc');
  await submit(page).click();
  const summary = form(page).getByRole('alert');
  for (const message of [
    'Please enter your name',
    'Please enter valid email address',
    'Please enter at least 4 characters',
  ]) {
    await expect.soft(summary).toContainText(message);
  }
  await expect(summary).toHaveAttribute('aria-live', 'assertive');
  await expect(form(page).getByLabel(field.name)).toBeFocused();
  await summary.getByRole('link', { name: 'Email: ' }).press('Enter');
  await expect(form(page).getByLabel(field.email)).toBeFocused();
  await expect(form(page).getByLabel(field.email)).toBeInViewport();
  await expect(page).toHaveURL(address);

  // Updated silently while a visitor types.
  await form(page).getByLabel(field.name).pressSequentially('Ada');
  await expect(summary).toHaveAttribute('aria-live', 'off');
  await expect(summary).toContainText('2 fields');
  // Screen readers read out only a list that is new in the page.
  await summary.evaluate((element) => element.setAttribute('data-seen', ''));
  await submit(page).click();
  await expect(summary).toHaveAttribute('aria-live', 'assertive');
  await expect(summary).not.toHaveAttribute('data-seen');
});

test('a link and Submit stay under the pointer that presses them, though the field that is left is wrong', async ({
  page,
}) => {
  await open(page, address);
  const [company, phone, comment] = [field.company, field.phone, field.comment].map((label) =>
    form(page).getByLabel(label),
  ) as [Locator, Locator, Locator];
  await company.fill('Span & Co');
  await page.getByRole('contentinfo').getByRole('link').first().hover();
  await page.mouse.down();
  await expect(company).not.toBeFocused();
  await painted(page);
  await expect(form(page)).not.toContainText(lettersOnly);
  await page.mouse.move(1, 1);
  await page.mouse.up();
  await expect(form(page)).toContainText(lettersOnly);

  // A context menu can keep the release of the mouse for itself: then Tab shows the error.
  await phone.fill('1');
  await phone.hover();
  await page.mouse.down({ button: 'right' });
  await page.keyboard.press('Tab');
  await expect(phone).not.toBeFocused();
  await expect(form(page)).toContainText('Phone number is not valid');
  await page.mouse.up({ button: 'right' });

  await comment.fill('abc');
  await submit(page).scrollIntoViewIfNeeded();
  const before = await submit(page).boundingBox();
  await page.mouse.move((before?.x ?? 0) + 8, (before?.y ?? 0) + 8);
  await page.mouse.down();
  await expect(comment).not.toBeFocused();
  expect((await submit(page).boundingBox())?.y).toBe(before?.y);
  await page.mouse.up();
  await expect(form(page).getByRole('alert')).toContainText('Please enter at least 4 characters');
});

test('Submit stays under the finger that taps it, though the field that is left is wrong', async ({ page }) => {
  await open(page, address);
  await form(page).getByLabel(field.comment).fill('abc');
  // The focus moves in the task of the click, which may begin some tasks after the release: a real tap shows it on some machines only.
  const shownAtClick = await submit(page).evaluate(async (button: HTMLButtonElement) => {
    const details = { bubbles: true, pointerType: 'touch' };
    button.dispatchEvent(new PointerEvent('pointerdown', details));
    button.dispatchEvent(new PointerEvent('pointerup', details));
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Pointer Events 3, 11: then come the mouse's events.
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    button.focus();
    // Browsers run microtasks after each listener of a tap.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    const shown = button.form?.textContent;
    button.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
    return shown;
  });
  expect(shownAtClick).not.toContain('Please enter at least 4 characters');
  await expect(form(page)).toContainText('Please enter at least 4 characters');
});

/** A rule of each field; every rule has its unit test. */
const rules: readonly { label: keyof typeof field; wrong: string; message: string; right: string }[] = [
  { label: 'name', wrong: '', message: 'Please enter your name', right: 'Łukasz Ångström' },
  { label: 'company', wrong: 'Span & Co', message: lettersOnly, right: '' },
  { label: 'phone', wrong: '123456789', message: 'Phone number is not valid', right: '1234567890' },
  { label: 'email', wrong: 'ada@example', message: 'Email must be a valid email', right: 'ada@example.com' },
  { label: 'comment', wrong: 'abc', message: 'Please enter at least 4 characters', right: 'abcd' },
];

test('an error appears once its field is left, and disappears when it is corrected', async ({ page }) => {
  await open(page, address);
  for (const { label, wrong, message, right } of rules) {
    const input = form(page).getByLabel(field[label]);
    await input.fill(wrong);
    await expect.soft(input, 'not left yet').not.toHaveAttribute('aria-invalid');
    await input.blur();
    await expect.soft(input, wrong).toHaveAccessibleDescription(message);
    await input.fill(right);
    await expect.soft(input, right).not.toHaveAttribute('aria-invalid');
  }
});

test('an enquiry is sent as soon as Submit is pressed, with or without a token, and clears the form; its success message disappears after 10 s', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, address);
  // The token that the first touch requests does not arrive.
  await page.route('**/forms/token?*', () => {});
  await stopTime(page);
  await fillIn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/mail/contactform', async (route) => {
    await held;
    await route.continue();
  });
  await submit(page).click();
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveCSS('opacity', '0.5');
  for (const label of Object.values(field)) await expect(form(page).getByLabel(label)).toHaveValue('');

  const response = page.waitForResponse('**/mail/contactform');
  release();
  const sent = await response;
  expect(sent.status()).toBe(200);
  expect(sent.request().headers()['idempotency-key']).toBeTruthy();
  const { message } = (await sent.json()) as { message: string };
  await expect(form(page).getByRole('status')).toContainText(message);
  await expect(submit(page)).toBeEnabled();
  await page.clock.runFor(8000);
  await expect(form(page).getByRole('status')).toContainText(message);
  await page.clock.runFor(4000);
  await expect(form(page).getByRole('status'), 'the note is not announced again').toBeEmpty();
});

test('a success message that arrives in a tab out of view is there when the visitor comes back', async ({ page }) => {
  await page.clock.install();
  await open(page, address);
  await fillIn(page);
  await setHidden(page, true);
  await submit(page).click();
  await expect(form(page).getByRole('status')).toContainText('Thank you');
  await page.clock.runFor(60_000);
  await setHidden(page, false);
  await page.clock.runFor(8000);
  await expect(form(page).getByRole('status')).toContainText('Thank you');
  await page.clock.runFor(4000);
  await expect(form(page).getByRole('status')).toBeEmpty();
});

test('a double click and a second Enter send once, and the success message stays', async ({ page }) => {
  await open(page, address);
  await fillIn(page);
  await submit(page).hover();
  for (const clickCount of [1, 2]) {
    const sent = clickCount === 1 && page.waitForResponse('**/mail/contactform');
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await sent;
    await expect(form(page).getByRole('status')).toContainText('Thank you');
  }
  await form(page).getByLabel(field.name).press('Enter');
  await expect(form(page).getByRole('alert')).toHaveCount(0);
  await expect(form(page).getByRole('status')).toContainText('Thank you');
});

test('a double click on Submit selects no text, and the focus returns to it', async ({ page }) => {
  await open(page, address);
  const released = Promise.withResolvers<void>();
  await page.route('**/mail/contactform', async (route) => {
    await released.promise;
    await route.continue();
  });
  await fillIn(page);
  await submit(page).dblclick();
  await expect(form(page).getByRole('status')).toHaveText('Sending');
  await expect(submit(page)).toBeDisabled();
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await page.waitForFunction(() => document.activeElement?.localName === 'main');
  released.resolve();
  await expect(form(page).getByRole('status')).toContainText('Thank you');
  await expect(submit(page)).toBeFocused();
});

test('the outcome is in view, even below a button at the lower edge of the window', { tag: '@narrow' }, async ({
  page,
  noise,
}) => {
  noise.allow(/mail\/contactform/u);
  await open(page, address);
  const send = async () => {
    await submit(page).evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await submit(page).click();
  };
  await page.route('**/mail/contactform', (route) => route.abort(), { times: 1 });
  await fillIn(page);
  await send();
  await expect(form(page).getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await send();
  await expect(form(page).getByRole('status').getByText('Thank you')).toBeInViewport({ ratio: 0.9 });
});

test('a failure is announced, everything typed is restored, and the focus stays at Submit whatever the outcome', async ({
  page,
  noise,
}) => {
  noise.allow(/mail\/contactform|Failed to load resource|HTTP error! status: (?:503|200)/u);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await open(page, address);
  await page.route('**/mail/contactform', (route) => route.abort());
  await fillIn(page);
  await submit(page).click();
  await expect(form(page).getByRole('alert')).toHaveText('Failed to send message. Please try again later.');
  await expect(submit(page)).toBeEnabled();
  await expect(form(page).getByLabel(field.name)).toHaveValue('Ada Byron');
  await expect(form(page).getByLabel(field.comment)).toHaveValue('A bridge, please.');

  await page.unroute('**/mail/contactform');
  await page.route('**/mail/contactform', (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }));
  expect(logged).not.toContain('HTTP error! status: 503');
  await submit(page).press('Enter');
  await expect(form(page).getByRole('alert')).toHaveText('Failed to send message. Please try again later.');
  // For developers (Specification 8).
  await expect.poll(() => logged).toContain('HTTP error! status: 503');
  await expect(submit(page)).toBeFocused();

  await page.unroute('**/mail/contactform');
  await page.route('**/mail/contactform', (route) => route.fulfill({ json: [] }));
  await submit(page).click();
  await expect(form(page).getByRole('alert')).toBeVisible();
  await expect(form(page).getByLabel(field.name), 'a response of something else').toHaveValue('Ada Byron');

  await page.unroute('**/mail/contactform');
  await page.keyboard.press('Enter');
  await expect(form(page).getByRole('status')).toContainText('Thank you');
  await expect(submit(page)).toBeFocused();
});

test('a message that contains HTML shows its inline markup, and no tags', async ({ page, noise }) => {
  // The policy reports handlers when the message is read, before they are removed.
  noise.allow(/inline event handler|script-src-attr/u);
  await open(page, address);
  const message =
    '<p>Thank <strong>you</strong>, and see <a href="/who-we-are" onclick="alert(1)">who we are</a>.</p><img src="x" onerror="alert(1)">';
  await page.route('**/mail/contactform', (route) => route.fulfill({ json: { message } }));
  await fillIn(page);
  await submit(page).click();
  const outcome = form(page).getByRole('status');
  await expect(outcome).toHaveText('Thank you, and see who we are.');
  await expect(outcome.getByRole('strong')).toHaveText('you');
  const link = outcome.getByRole('link', { name: 'who we are' });
  await expect(link).toHaveAttribute('href', '/who-we-are');
  await expect(link).not.toHaveAttribute('onclick');
  await expect(outcome.locator('img')).toHaveCount(0);
});

test('a sent form stays a draft until the response arrives', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await open(page, address);
  const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requested = 0;
  await page.route('**/mail/contactform', async (route) => {
    requested += 1;
    await responses[requested - 1]?.promise;
    // The page that sent the request may be closed.
    await route.fulfill({ json: { message: 'Thank you.' } }).catch(() => {});
  });
  const name = form(page).getByLabel(field.name);
  await fillIn(page);
  await submit(page).click();
  await expect(name).toHaveValue('');
  await page.reload();
  await wakeAll(page);
  await expect(name).toHaveValue('Ada Byron');
  await expect(form(page).getByLabel(field.comment)).toHaveValue('A bridge, please.');

  await submit(page).click();
  await expect(name).toHaveValue('');
  for (const { resolve } of responses) resolve();
  await expect(form(page).getByRole('status')).toContainText('Thank you');
  await page.reload();
  await wakeAll(page);
  await expect(name).toHaveValue('');
});

test('a page from the browser’s cache shows the draft as another page has left it: changed, or sent', async ({
  page,
}) => {
  await open(page, address);
  await fillIn(page);
  await form(page).getByLabel(field.email).fill('ada');
  await submit(page).click();
  await expect(form(page).getByRole('alert')).toBeVisible();
  const goBack = (draft: Readonly<Record<string, string>>) =>
    page.evaluate((texts) => {
      sessionStorage.setItem('draft:enquiry', JSON.stringify(texts));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, Object.entries(draft));
  await goBack({ email: 'ada' });
  await expect(form(page).getByRole('alert'), 'still, since nothing has changed').toBeVisible();
  await goBack({ comment: 'Two bridges, please.' });
  await expect(form(page).getByLabel(field.comment)).toHaveValue('Two bridges, please.');
  await goBack({ name: '', email: '', comment: '' });
  await expect(form(page).getByLabel(field.name)).toHaveValue('');
  await expect(form(page).getByLabel(field.comment)).toHaveValue('');
  await expect(form(page).getByRole('alert')).toHaveCount(0);
});

test('Back shows the draft as another page has left it, although the browser has kept what was in the fields', async ({
  page,
}) => {
  const comment = form(page).getByLabel(field.comment);
  const leaveFor = async (there: string) => {
    await comment.evaluate((element) => element.blur());
    await open(page, there);
  };
  await open(page, address);
  await comment.fill('A bridge');
  await leaveFor('/ventures');
  await comment.fill('A bridge, please.');
  await page.goBack();
  await wakeAll(page);
  await expect(comment).toHaveValue('A bridge, please.');

  await leaveFor('/ventures');
  await comment.fill('');
  await page.goBack();
  await wakeAll(page);
  await expect(comment).toHaveValue('');
});

test('Back does not replace what is typed before the form can take the draft', async ({ page }) => {
  const comment = form(page).getByLabel(field.comment);
  await open(page, address);
  await comment.fill('A bridge');
  await page.goto('/ventures');
  const typed = Promise.withResolvers<void>();
  await page.route('**/assets/*.island-*.js', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goBack();
  await comment.pressSequentially(', please.');
  typed.resolve();
  await wakeAll(page);
  await expect(comment).toHaveValue('A bridge, please.');
});

test('a draft is restored, though the browser had translated the labels when it was typed', async ({ page }) => {
  await page.goto('/contact-us');
  const form = page.locator('#contact form');
  await form.evaluate((element) => element.setAttribute('aria-label', 'Contattaci'));
  await wakeAll(page);
  await form.locator('[name=comment]').fill('Un ponte.');
  await page.goto('/ventures');
  await open(page, '/contact-us');
  await expect(form.locator('[name=comment]')).toHaveValue('Un ponte.');
});

test('input during a submission stays, and does not hide the outcome', async ({ page, noise }) => {
  noise.allow(/mail\/contactform/u);
  await open(page, address);
  const keys: (string | undefined)[] = [];
  let release = Promise.withResolvers<{ ok: boolean }>();
  await page.route('**/mail/contactform', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const { ok } = await release.promise;
    await (ok ? route.fulfill({ json: { message: 'Thank you.' } }) : route.abort());
  });
  const [name, company, email, comment] = [field.name, field.company, field.email, field.comment].map((label) =>
    form(page).getByLabel(label),
  ) as [Locator, Locator, Locator, Locator];
  await fillIn(page);
  await submit(page).click();
  await expect(comment).toHaveValue('');
  await comment.fill('And a ferry.');
  await company.fill('Difference Engines');
  release.resolve({ ok: false });
  const failure = form(page).getByRole('alert');
  await expect(failure).toHaveText('Failed to send message. Please try again later.');
  await expect(name).toHaveValue('Ada Byron');
  await expect(company).toHaveValue('Difference Engines');
  await expect(comment).toHaveValue('A bridge, please.\n\nAnd a ferry.');
  await comment.press('End');
  await comment.pressSequentially(' Soon.');
  await expect(failure).toHaveText('Failed to send message. Please try again later.');

  release = Promise.withResolvers();
  await submit(page).click();
  await expect(email).toHaveValue('');
  await email.fill('grace@example.com');
  release.resolve({ ok: true });
  await expect(form(page).getByRole('status')).toContainText('Thank you.');
  await email.fill('grace@example.org');
  await expect(form(page).getByRole('status')).toContainText('Thank you.');
  // The server would refuse other content with the key of the failed attempt.
  expect(new Set(keys).size).toBe(2);
  await page.reload();
  await wakeAll(page);
  await expect(email).toHaveValue('grace@example.org');
  await expect(comment).toHaveValue('');
});

test('a form is sent where drafts cannot be stored or read, and from a site without HTTPS', async ({ page }) => {
  await page.addInitScript(() => {
    sessionStorage.setItem('draft:Contact us', 'not a draft');
    for (let size = 5 << 20; size >= 1; size >>= 1) {
      try {
        sessionStorage.setItem(`${size}`, 'x'.repeat(size));
      } catch {
        // The storage has less room.
      }
    }
    // Absent outside secure contexts; localhost is one.
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
  });
  await open(page, address);
  await fillIn(page);
  const sent = page.waitForRequest('**/mail/contactform');
  await submit(page).click();
  expect((await sent).headers()['idempotency-key']).toMatch(/^[\d-]{20,}$/u);
  await expect(form(page).getByRole('status')).toContainText('Thank you');
});

test('a server that does not respond is a failure like any other', async ({ page, noise }) => {
  noise.allow(/mail\/contactform/u);
  await page.clock.install();
  await open(page, address);
  await page.route('**/mail/contactform', () => {});
  await fillIn(page);
  const sent = page.waitForRequest('**/mail/contactform');
  await submit(page).click();
  await sent;
  await page.clock.runFor(30_000);
  await expect(submit(page)).toBeDisabled();
  await page.clock.runFor(20_000);
  await expect(form(page).getByRole('alert')).toHaveText('Failed to send message. Please try again later.');
  await expect(form(page).getByLabel(field.comment)).toHaveValue('A bridge, please.');
});

test('the progress of a submission is visible in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await open(page, address);
  await page.route('**/mail/contactform', () => {});
  await fillIn(page);
  await submit(page).click();
  const progress = form(page).getByRole('progressbar');
  await progress.evaluate((bar: HTMLProgressElement) => {
    bar.value = 0.5;
  });
  const { channels } = await sharp(await progress.screenshot()).stats();
  expect(channels[0]?.max, 'a light bar on a black ground').toBeGreaterThan(200);
});

test('a text in a script from right to left runs from right to left', async ({ page }) => {
  await page.goto(address);
  for (const label of ['Name*', 'Company Name', 'How can we help you?']) {
    const field = form(page).getByLabel(label);
    await field.fill('مرحبا.');
    await expect.soft(field.and(page.locator(':dir(rtl)')), label).toHaveCount(1);
    await field.fill('Hello.');
    await expect.soft(field.and(page.locator(':dir(ltr)')), label).toHaveCount(1);
  }
});

test('on the narrowest screens an e-mail address is broken before its @ or a dot, never inside a word', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(address);
  const startsOfLines = await page.getByRole('link', { name: site.email.careers }).evaluate((link) => {
    const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const starts: string[] = [];
    let line = Number.NaN;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const [at, sign] of [...(text.textContent ?? '')].entries()) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { top } = range.getBoundingClientRect();
        if (top !== line) starts.push(sign);
        line = top;
      }
    }
    return starts;
  });
  expect(startsOfLines.length, 'lines').toBeGreaterThan(1);
  for (const sign of startsOfLines.slice(1)) expect(['@', '.']).toContain(sign);
});

test('on the painted surface, links are underlined under the pointer too, and selected text is visible in both schemes', async ({
  page,
}) => {
  await page.goto(address);
  const link = page.locator('#contact').getByRole('link', { name: site.email.general });
  await link.hover();
  const [line, ground] = await link.evaluate((element) => [
    getComputedStyle(element).textDecorationColor,
    getComputedStyle(element.closest('#contact') ?? element).backgroundColor,
  ]);
  expect(line).not.toBe(ground);

  const heading = page.locator('#contact').getByRole('heading').first();
  await heading.scrollIntoViewIfNeeded();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => getSelection()?.empty());
    const ordinary = await lightnessOf(heading);
    await heading.selectText();
    expect(Math.abs((await lightnessOf(heading)) - ordinary), colorScheme).toBeGreaterThan(5);
  }
});

/** Mean of an element's pixels, of 255. */
async function lightnessOf(element: Locator): Promise<number> {
  const grey = await sharp(await element.screenshot())
    .greyscale()
    .toBuffer();
  return (await sharp(grey).stats()).channels[0]?.mean ?? 0;
}

test('an autofilled field keeps the colours of the form in both schemes', async ({ page }) => {
  await page.goto(address);
  await laidOut(page);
  const name = form(page).getByLabel(field.name);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '#contact [name="name"]',
  });
  const autofill = (forcedPseudoClasses: string[]) =>
    session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await autofill([]);
    const ordinary = await name.screenshot();
    await autofill(['autofill', '-webkit-autofill']);
    expect(ordinary.equals(await name.screenshot()), `${colorScheme}: ground`).toBe(true);
    await expect(name, `${colorScheme}: dark text on paint`).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
});
