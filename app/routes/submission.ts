import { createContext, data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import { servicesContext } from '../context.ts';
import type { SubmissionAnswer, SubmissionForm } from '../features/intake/intake.ts';
import { failureMessage, type ReturnedForm } from '../ui/form/submission.ts';

/** Where a browser without JavaScript is told that its form was received. */
export const sentAddresses = { enquiry: '/message-sent', application: '/application-sent' } as const;

type Refusal = Exclude<SubmissionAnswer, { status: 200 }>;

/** Why this request's submission was refused, for the page that says so. */
const refusalContext = createContext<Refusal | null>(null);

/**
 * Takes a submission once and answers by who asks. A program, the site's own scripts included, gets JSON; a browser
 * without JavaScript is redirected after a success, so that a reload sends nothing twice, and gets a page otherwise
 * (Contract, Submissions).
 * @param sentAddress where the page stands that says it was received
 */
export function submissionMiddleware(form: SubmissionForm, sentAddress: string): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    const { intake, client } = context.get(servicesContext);
    if (request.method !== 'POST' || !client) return next();
    const isGivenBack = wantsPage(request);
    const answer = await intake.receive(request, { ...client, isGivenBack }, form);
    if (!isGivenBack) return jsonAnswer(answer);
    if (answer.status === 200) return redirect(sentAddress, 303);
    context.set(refusalContext, answer);
    return next();
  };
}

/** The `action` of such a route: what its page shows, with the status of the refusal. */
export function refusedSubmission(context: Readonly<RouterContextProvider>) {
  const refusal = context.get(refusalContext);
  if (!refusal) throw new Error('There is nothing to show of a submission that was not refused');
  const { status, message, errors = {}, typed = {} } = refusal;
  const returned: ReturnedForm = {
    values: typed,
    errors,
    message: status === 503 ? failureMessage : message,
  };
  return data(returned, { status, headers: answerHeaders(refusal) });
}

/** True where the page is the answer to a submission, false where someone has merely come to the address. */
export const isRefused = (context: Readonly<RouterContextProvider>) => context.get(refusalContext) !== null;

/** A browser that navigates names HTML; what asks for anything is a program. */
function wantsPage(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  return accept.includes('text/html') && !accept.includes('application/json');
}

function jsonAnswer(answer: SubmissionAnswer): Response {
  const { status, message } = answer;
  const errors = 'errors' in answer && answer.errors ? { errors: answer.errors } : status === 422 ? { errors: {} } : {};
  return Response.json({ message, ...errors }, { status, headers: answerHeaders(answer) });
}

function answerHeaders(answer: SubmissionAnswer): Record<string, string> {
  const seconds = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined;
  return { 'Cache-Control': 'no-store', ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }) };
}
