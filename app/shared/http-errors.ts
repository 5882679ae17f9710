/** The site's error responses by their codes for programs: status, and message for people. */
export const httpErrors = {
  invalid_request: { status: 400, message: 'This request is not valid.' },
  invalid_parameter: { status: 400, message: 'A parameter of the query is not valid.' },
  too_many_parameters: { status: 400, message: 'The query has too many parameters.' },
  unauthenticated: { status: 401, message: 'This is for people who have signed in.' },
  foreign_origin: {
    status: 403,
    message: 'This form was sent from another site. Please use the form on our own pages.',
  },
  forbidden: { status: 403, message: 'This URL may not be used.' },
  gone: { status: 410, message: 'What was at this URL is gone.' },
  not_found: { status: 404, message: 'There is nothing at this URL.' },
  method_not_allowed: { status: 405, message: 'This URL does not take the method.' },
  content_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'This URL does not take content of this type.' },
  unprocessable_content: { status: 422, message: 'Some fields need another look.' },
  too_many_requests: { status: 429, message: 'You have sent many requests. Please try again in a few minutes.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Please try again in a few minutes.',
  },
  unavailable: { status: 503, message: 'This cannot be done at the moment. Please try again in a few minutes.' },
  not_available_yet: {
    status: 503,
    message: 'We are still loading our articles and positions. Please try again in a minute.',
  },
} as const;

export type HttpErrorCode = keyof typeof httpErrors;

const codes = Object.keys(httpErrors) as HttpErrorCode[];

type ErrorStatus = (typeof httpErrors)[HttpErrorCode]['status'];

/** Returns the code of a status: the first and most general one if there are several. */
const codeOf = (status: ErrorStatus): HttpErrorCode =>
  codes.find((code) => httpErrors[code].status === status) ?? 'internal_error';

/**
 * Renders an error for programs: `{code, message}` (Contract, API endpoints), never stored by a cache.
 * @param options.message replaces the general message @param options.details further members of the body
 */
export function jsonError(
  code: HttpErrorCode,
  options: { message?: string; headers?: Record<string, string>; details?: Record<string, unknown> } = {},
): Response {
  const { status, message } = httpErrors[code];
  const { headers, details } = options;
  return Response.json(
    { code, message: options.message ?? message, ...details },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  );
}

/** An error response of a feature, independent of the endpoint. */
interface Refusal {
  readonly status: ErrorStatus;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Renders a feature's error in the common format. */
export const refusalJson = (
  { status, message, retryAfterSeconds }: Refusal,
  details: Record<string, unknown> = {},
): Response =>
  jsonError(codeOf(status), {
    message,
    details,
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  });

/** Renders a missing file or other resource that is not a page, as plain text. */
export const notFoundText = (message: string): Response =>
  new Response(`${message}\n`, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
