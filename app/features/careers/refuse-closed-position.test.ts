import { expect, test } from 'vitest';
import { messages } from '../../shared/submission-rules.ts';
import { refuseClosedPosition } from './refuse-closed-position.ts';

const open = [{ job_id: 'SW-1' }, { job_id: 'SW-2' }];

test.each(['SW-1', ' SW-2 '])('accepts an application for the open position "%s"', (jobid) => {
  expect(refuseClosedPosition({ jobid }, open)).toEqual({});
});

test.each(['', 'SW-3', 'sw-1', '__proto__', 'constructor'])('refuses an application for the position "%s"', (jobid) => {
  expect(refuseClosedPosition({ jobid }, open)).toEqual({ jobid: messages.positionClosed });
});

test('refuses an application without a position', () => {
  expect(refuseClosedPosition({}, open)).toEqual({ jobid: messages.positionClosed });
});
