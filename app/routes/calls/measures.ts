import type { ActionFunctionArgs } from 'react-router';
import { servicesContext } from '../../context.ts';

const notStored = { 'Cache-Control': 'no-store' };

/** `POST /measures`: what the site's own script reports of page views and web vitals (Ruling 31). */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { analytics, client } = context.get(servicesContext);
  if (!client) throw new Error('Whoever posts is known at the edge');
  const answer = await analytics.receive(request, client);
  if (answer.status === 204) return new Response(null, { status: 204, headers: notStored });
  const { status, message } = answer;
  const headers = status === 429 ? { ...notStored, 'Retry-After': String(answer.retryAfterSeconds) } : notStored;
  return Response.json({ message }, { status, headers });
}

/** There is nothing to read. */
export const loader = (): Response =>
  Response.json(
    { code: 'method_not_allowed', message: 'This address takes POST.' },
    { status: 405, headers: { ...notStored, Allow: 'POST, OPTIONS' } },
  );
