import { checkForm, type FieldErrors, messages } from '../../shared/submission-rules.ts';
import { applicationSchema } from './application.schema.ts';
import type { Position } from './position.schema.ts';

/**
 * Checks an application: its fields, and that it is for a position which is open. One whose page was open when its position
 * closed names a position that is unknown by then.
 * @param open positions that can be applied for now
 */
export function checkApplication(
  values: Readonly<Record<string, unknown>>,
  open: readonly Pick<Position, 'job_id'>[],
): { values: Readonly<Record<string, unknown>> } | { errors: FieldErrors } {
  const checked = checkForm(applicationSchema, values);
  const asked = typeof values.jobid === 'string' ? values.jobid.trim() : '';
  if (open.some(({ job_id }) => job_id === asked)) return checked;
  return { errors: { jobid: messages.positionClosed, ...('errors' in checked ? checked.errors : {}) } };
}
