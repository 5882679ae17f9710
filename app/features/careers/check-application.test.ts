import { expect, test } from 'vitest';
import { messages } from '../../shared/submission-rules.ts';
import { checkApplication } from './check-application.ts';

const application = {
  jobid: 'SW-1',
  jobrole: 'Bridge engineer',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: '+1 212 555 0100',
  message: 'I would like to apply.',
  resume: { name: 'cv.pdf', size: 1 },
};
const open = [{ job_id: 'SW-1' }, { job_id: 'SW-2' }];

test.each(['SW-1', ' SW-2 '])('an application for the open position "%s" is accepted', (jobid) => {
  expect(checkApplication({ ...application, jobid }, open)).toEqual({
    values: { ...application, jobid: jobid.trim() },
  });
});

test.each([undefined, '', 'SW-3', 'sw-1', '__proto__', 'constructor', 7])(
  'one for the position %j is refused',
  (jobid) => {
    const { errors } = checkApplication({ ...application, jobid }, open) as { errors: Record<string, string> };
    expect(Object.keys(errors)).toEqual(['jobid']);
  },
);

test('a closed position is named beside what else is wrong; an ID that cannot be one has its own message', () => {
  expect(checkApplication({ ...application, jobid: 'SW-3', name: '' }, open)).toEqual({
    errors: { jobid: messages.positionClosed, name: messages.nameRequired },
  });
  expect(checkApplication({ ...application, jobid: 'SW\n1' }, open)).toEqual({
    errors: { jobid: messages.hiddenText },
  });
});
