import type { RouteContext } from '../../server/context.ts';
import { jsonError, refusalJson } from '../../shared/http-errors.ts';

/** `POST /reports`: what the site's own script reports of page views and web vitals (Ruling 31). There is nothing to read. */
export async function receivePageReports({ env, req }: RouteContext): Promise<Response> {
  const { analytics, client } = env;
  if (!client) return jsonError('invalid_request');
  const response = await analytics.receive(req.raw, client);
  return response.status === 204
    ? new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
    : refusalJson(response);
}
