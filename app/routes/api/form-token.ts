import { submissionKinds } from '../../features/submissions/submissions.ts';
import type { RouteContext } from '../../server/context.ts';
import { wrongParameter } from './json-response.ts';

/**
 * `GET /forms/token?form=`: what a form's script asks for at the visitor's first touch (`app/shared/form-token.ts`). Pages
 * are kept and shared between visitors, so nothing of it can stand in them.
 */
export async function formToken({ env, req }: RouteContext): Promise<Response> {
  const asked = new URL(req.url).searchParams.get('form');
  const form = submissionKinds.find((kind) => kind === asked);
  if (!form) return wrongParameter('form', asked, submissionKinds.join(' or '));
  const answer = await env.submissions.issueToken(form);
  const headers = { 'Cache-Control': 'no-store' };
  if (answer) return Response.json(answer, { headers });
  // The form is sent without one, and learns then whether it can be stored.
  return Response.json(
    { message: 'There is no token just now. The form can be sent without.' },
    { status: 503, headers },
  );
}
