import type { RouteContext } from '../../server/context.ts';
import { jsonError } from '../../shared/http-errors.ts';

const notStored = { 'Cache-Control': 'no-store' };

/** `POST /measures`: what the site's own script reports of page views and web vitals (Ruling 31). There is nothing to read. */
export async function receiveMeasures({ env, req }: RouteContext): Promise<Response> {
  const { analytics, client } = env;
  if (!client) return jsonError('invalid_request');
  const answer = await analytics.receive(req.raw, client);
  if (answer.status === 204) return new Response(null, { status: 204, headers: notStored });
  const { status, message } = answer;
  const headers = status === 429 ? { ...notStored, 'Retry-After': String(answer.retryAfterSeconds) } : notStored;
  return Response.json({ message }, { status, headers });
}
