import type { FieldErrors } from '../../shared/forms/form.ts';
import { messages } from '../../shared/submission-rules.ts';
import type { Position } from './position.schema.ts';

/** Refuses an application for a position that has closed while its page was open. @param open positions that accept applications */
export function refuseClosedPosition(
  { jobid = '' }: Readonly<Record<string, string>>,
  open: readonly Pick<Position, 'job_id'>[],
): FieldErrors {
  return open.some(({ job_id }) => job_id === jobid.trim()) ? {} : { jobid: messages.positionClosed };
}
