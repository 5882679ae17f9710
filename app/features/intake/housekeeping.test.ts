import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepHouse } from './housekeeping.ts';
import {
  application,
  applicationForm,
  contactForm,
  createTestIntake,
  enquiry,
  multipart,
  pdf,
  type TestIntake,
} from './intake.fixture.ts';

let it: TestIntake;
beforeEach(() => {
  it = createTestIntake();
});
afterEach(() => it.close());

const apply = (changes = {}) =>
  it.send(applicationForm, multipart({ ...application, ...changes }, { name: 'cv.pdf', bytes: pdf }));
const logged = (level: string) => it.lines.filter((line) => line.includes(`"level":"${level}"`)).join('');

/** Moves the time of a kept file to the test's own. */
function age(name: string, ms: number) {
  const at = new Date(it.clock.now().getTime() - ms);
  utimesSync(join(it.directory, 'resumes', name), at, at);
}

test('a resume that no record names is removed once its record cannot come any more', async () => {
  await apply();
  const [kept = ''] = it.list('resumes');
  age(kept, 600_000);
  writeFileSync(join(it.directory, 'resumes', 'crashed.pdf'), pdf);
  writeFileSync(join(it.directory, 'resumes', 'under-way.pdf'), pdf);
  age('crashed.pdf', 130_000);
  age('under-way.pdf', 110_000);
  await keepHouse(it);
  expect(it.list('resumes').sort()).toEqual([kept, 'under-way.pdf'].sort());
  expect(logged('error')).toBe('');
});

test('a record without its file raises an alarm that names the record', async () => {
  await apply();
  for (const name of it.list('resumes')) await it.files.remove(name);
  await keepHouse(it);
  const [record] = await it.store.list();
  expect(logged('error')).toContain(record?.id);
});

test('spam is kept for 30 days', async () => {
  await it.send(contactForm, multipart(enquiry));
  await apply({ website: 'x' });
  it.pass(30 * 24 * 3_600_000);
  await keepHouse(it);
  expect(await it.store.list()).toHaveLength(2);
  it.pass(1);
  await keepHouse(it);
  expect(await it.store.list()).toMatchObject([{ kind: 'enquiry' }]);
  expect(it.list('resumes')).toEqual([]);
});
