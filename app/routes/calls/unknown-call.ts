import { callError } from './call-answer.ts';

/** What stands below the addresses of the calls and is none: a program gets no page. */
export function loader(): Response {
  return callError(404, 'not_found', 'There is no such call.');
}
