import type { RouteContext } from '../../server/context.ts';
import type { ApiParameter } from '../../server/query-parameters.ts';
import { jsonError } from '../../shared/http-errors.ts';
import { errorPages } from '../error-pages.tsx';

/** Parameters of a query. Others do not reach an endpoint, whose responses are cached without them. */
interface Parameters {
  get(name: ApiParameter): string | null;
  getAll(name: ApiParameter): string[];
}

/** Returns the query parameters of a request. */
export const parametersOf = ({ req }: RouteContext): Parameters => new URL(req.url).searchParams;

/** The response of an API endpoint. `total` is also sent as `X-Total-Count` (Ruling 27). */
export function jsonResponse(body: unknown, total?: number): Response {
  return Response.json(body, total === undefined ? {} : { headers: { 'X-Total-Count': String(total) } });
}

/** Creates an endpoint that responds 503 while what it lacks may still arrive: a program that copies it would drop everything. */
export const availableContent =
  (endpoint: (context: RouteContext) => Response | Promise<Response>) =>
  async (context: RouteContext): Promise<Response> => {
    const response = await endpoint(context);
    const isMissing = response.status === 404 || response.headers.get('X-Total-Count') === '0';
    if (!isMissing || !context.env.content.isPartial) return response;
    return jsonError('not_available_yet', { headers: errorPages.notAvailableYet.headers });
  };

/** Refuses a parameter. @param allowed its allowed values, to complete "it takes …" */
export function wrongParameter(name: string, found: string | null, allowed: string): Response {
  const problem = found === null ? 'is missing' : `is ${JSON.stringify(found.slice(0, 60))}`;
  return jsonError('invalid_parameter', { message: `Parameter "${name}" ${problem}; it takes ${allowed}.` });
}

/** Reads a whole number from 1 up to `max`. @returns it, the fallback where it is absent, or the response that refuses it */
export function wholeNumber(
  parameters: Parameters,
  name: ApiParameter,
  { fallback, max }: { fallback: number; max?: number },
): number | Response {
  const text = parameters.get(name);
  if (text === null) return fallback;
  const value = /^\d+$/u.test(text) ? Number(text) : 0;
  if (value >= 1 && (max === undefined || value <= max)) return value;
  return wrongParameter(name, text, max === undefined ? 'a whole number from 1' : `a whole number from 1 to ${max}`);
}
