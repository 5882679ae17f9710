/** A call's answer. `total` also stands in `X-Total-Count` (Ruling 27). */
export function jsonResponse(body: unknown, total?: number): Response {
  return Response.json(body, total === undefined ? {} : { headers: { 'X-Total-Count': String(total) } });
}

/** Error of a call: a code for programs, a message for people (Contract, Calls). */
export function errorResponse(status: 400 | 404, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

/** Says which parameter is wrong, what it held and what it takes. */
export function wrongParameter(name: string, found: string | null, takes: string): Response {
  const held = found === null ? 'is missing' : `is ${JSON.stringify(found.slice(0, 60))}`;
  return errorResponse(400, 'invalid_parameter', `Parameter "${name}" ${held}; it takes ${takes}.`);
}

/**
 * Reads a whole number.
 * @returns the number, the fallback where the parameter is absent, or the answer that refuses it
 */
export function wholeNumber(
  parameters: URLSearchParams,
  name: string,
  { fallback, max = 1_000_000 }: { fallback: number; max?: number },
): number | Response {
  const text = parameters.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,7}$/u.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : wrongParameter(name, text, `a whole number from 1 to ${max}`);
}
