import type { RouteContext } from '../../server/context.ts';
import { jsonError, refusalJson } from '../../shared/http-errors.ts';

/** `POST /reports`: page views and web vitals from the site's own script (Ruling 31). Success has no body. */
export async function receivePageReports({ env, req }: RouteContext): Promise<Response> {
  const { analytics, client } = env;
  if (!client) return jsonError('invalid_request');
  const response = await analytics.receive(req.raw, client.address);
  return response.status === 204
    ? new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
    : refusalJson(response);
}
