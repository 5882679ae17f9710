import type { RouteContext } from '../../server/context.ts';
import { submissionKinds } from '../../shared/forms/site-forms.ts';
import { jsonError } from '../../shared/http-errors.ts';
import { wrongParameter } from './json-response.ts';

/** `GET /forms/token?form=`: the token that a form's script requests at the first input, since cached pages cannot contain it. */
export async function formToken(context: RouteContext): Promise<Response> {
  const requested = context.req.query('form') ?? null;
  const form = submissionKinds.find((kind) => kind === requested);
  if (!form) return wrongParameter('form', requested, submissionKinds.join(' or '));
  const issued = await context.env.submissions.issueToken(form);
  if (issued) return Response.json(issued, { headers: { 'Cache-Control': 'no-store' } });
  // The form is then sent without a token; its response tells whether it could be stored.
  return jsonError('unavailable', { message: 'There is no token at the moment. The form can be sent without one.' });
}
