import { ReadableStream } from 'node:stream/web';
import type { OpenedResume } from '../../features/submissions/submissions.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonError } from '../../shared/http-errors.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);

const refusals = {
  forged: ['forbidden', 'This link is not one that the site has made; it takes the whole URL of the webhook.'],
  expired: [
    'gone',
    'This link has expired. Fetch a resume before `url_expires_at`, or ask whoever runs the site for it.',
  ],
  gone: ['gone', 'This resume has been erased.'],
  infected: ['forbidden', 'This resume carries a virus and is not sent.'],
} as const;

/** `GET /forms/resume`: the file of an application, for a system that received its signed link through the webhook. */
export async function resumeLink({ env, req }: RouteContext): Promise<Response> {
  const { openResume } = env.submissions;
  if (!openResume) return jsonError('not_found', { message: 'This site sends no links to resumes.' });
  const claimed = (name: string) => req.query(name) ?? '';
  const link = { id: claimed('id'), expires: claimed('expires'), signature: claimed('signature') };
  let opened: OpenedResume;
  try {
    opened = await openResume(link);
  } catch (error) {
    env.log.warn('a resume could not be opened for a link', { error });
    return jsonError('unavailable', { headers: { 'Retry-After': '30' } });
  }
  if (opened.outcome !== 'open') {
    const [code, message] = refusals[opened.outcome];
    return jsonError(code, { message });
  }
  const { extension, bytes, content } = opened;
  env.log.info('a resume was fetched by its link', { submission: link.id });
  // Reads only as fast as the connection accepts data, and nothing for a HEAD request.
  return new Response(ReadableStream.from(content) as BodyInit, {
    headers: {
      'Content-Type': types.get(extension) ?? 'application/octet-stream',
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="resume-${link.id}.${extension}"`,
      'Cache-Control': 'no-store',
    },
  });
}
