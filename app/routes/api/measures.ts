import type { RouteContext } from '../../server/context.ts';
import { jsonError, refusalJson } from '../../shared/http-errors.ts';

/** `POST /measures`: what the site's own script reports of page views and web vitals (Ruling 31). There is nothing to read. */
export async function receiveMeasures({ env, req }: RouteContext): Promise<Response> {
  const { analytics, client } = env;
  if (!client) return jsonError('invalid_request');
  const answer = await analytics.receive(req.raw, client);
  return answer.status === 204
    ? new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
    : refusalJson(answer);
}
