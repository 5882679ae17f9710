import type { RouteContext } from '../../server/context.ts';
import { submissionKinds } from '../../shared/forms/site-forms.ts';
import { jsonError } from '../../shared/http-errors.ts';
import { wrongParameter } from './json-response.ts';

/**
 * `GET /forms/token?form=`: what a form's script asks for at the visitor's first touch (`app/shared/form-token.ts`). Pages
 * are cached and shared between visitors, so they cannot contain it.
 */
export async function formToken({ env, req }: RouteContext): Promise<Response> {
  const asked = new URL(req.url).searchParams.get('form');
  const form = submissionKinds.find((kind) => kind === asked);
  if (!form) return wrongParameter('form', asked, submissionKinds.join(' or '));
  const issued = await env.submissions.issueToken(form);
  if (issued) return Response.json(issued, { headers: { 'Cache-Control': 'no-store' } });
  // The form is sent without one, and learns then whether it can be stored.
  return jsonError('unavailable', { message: 'There is no token at the moment. The form can be sent without one.' });
}
