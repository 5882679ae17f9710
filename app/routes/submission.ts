import type { SubmissionForm, SubmissionResponse } from '../features/submissions/submissions.ts';
import { wantsPage } from '../platform/http/wants-page.ts';
import type { RequestServices, RouteContext } from '../server/context.ts';
import type { Page } from '../server/render-page.tsx';
import { refusalJson } from '../shared/http-errors.ts';
import { failureMessage, type ReturnedForm } from '../ui/form/submission.ts';

interface SubmissionEndpoint {
  /** The form, which may depend on the current content. */
  form: (services: RequestServices) => SubmissionForm;
  /** Path of the page with the form, to which a GET request is redirected. */
  formAt: string;
  /** Path of the confirmation page. */
  sentAt: string;
  /** Renders the page that echoes the input, with a message for each invalid field. */
  refused: (returned: ReturnedForm) => Pick<Page, 'head' | 'body'>;
}

/**
 * Receives a submission and responds in the client's format. Programs, including the site's own scripts, get JSON. A browser without
 * JavaScript is redirected after a success, so that a reload sends nothing twice, and gets a page otherwise (Contract, Submissions).
 */
export const submissionEndpoint =
  ({ form, formAt, sentAt, refused }: SubmissionEndpoint) =>
  async ({ env, req, redirect }: RouteContext): Promise<Page | Response> => {
    const { submissions, client } = env;
    if (req.method !== 'POST' || !client) return redirect(formAt, 303);
    const echoesInput = wantsPage(req.raw);
    const response = await submissions.receive(req.raw, { ...client, echoesInput }, form(env));
    if (!echoesInput) return submissionResult(response);
    if (response.status === 200) return redirect(sentAt, 303);
    const { status, message, errors = {}, typed = {} } = response;
    return {
      status,
      headers: responseHeaders(response),
      ...refused({ values: typed, errors, message: status === 503 ? failureMessage : message }),
    };
  };

function submissionResult(response: SubmissionResponse): Response {
  const { status, message } = response;
  if (status === 200) return Response.json({ message }, { headers: { 'Cache-Control': 'no-store' } });
  const { errors = status === 422 ? {} : undefined } = response;
  return refusalJson(response, errors && { errors });
}

/** Headers of a page that echoes the input. With `no-store`, Back to it would show an error and lose the input. */
function responseHeaders(response: SubmissionResponse): Record<string, string> {
  const seconds = 'retryAfterSeconds' in response ? response.retryAfterSeconds : undefined;
  return { 'Cache-Control': 'private, no-cache', ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }) };
}
