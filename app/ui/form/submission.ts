import { parseJson } from '../../shared/json-text.ts';

/** Shown when a submission fails for a reason that the visitor cannot fix (Specification 8). */
export const failureMessage = 'Failed to send message. Please try again later.';

/** How long a success message is shown, ms (Specification 9), once its tab is in view; longer while it has focus (Ruling 17). */
export const successMs = 10_000;

/** How long a request may make no progress, ms: no bytes sent and no response. Longer than the server needs for any response. */
const timeoutMs = 45_000;

/** The hidden field that people leave empty and programs fill (Contract, Submissions). */
export const trapField = 'website';

/** A form that the server has returned as a page: its texts and their errors (Contract, Submissions). */
export interface ReturnedForm {
  /** Values of the text fields; a server cannot return a selected file. */
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  message: string;
}

/** The outcome of a submission, with its message to the visitor, which may contain HTML. */
export interface SubmissionOutcome {
  ok: boolean;
  message: string;
}

/** The outcome with `errors` by field, if the server found errors that the browser had not. */
type SubmissionResult = SubmissionOutcome & { errors: Readonly<Record<string, string>> };

/**
 * Sends a form. Never rejects: network failures and timeouts are failed results.
 * @param key identifies this submission, so that sending it twice creates one record (Idempotency-Key)
 * @param onProgress called with the sent fraction of the form, 0 to 1, which only XMLHttpRequest reports
 */
export function sendForm(
  action: string,
  body: FormData,
  key: string,
  onProgress: (part: number) => void,
): Promise<SubmissionResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', action);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', key);
    let timeout: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timeout);
      timeout = setTimeout(() => request.abort(), timeoutMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(timeout);
      resolve(readResponse(request.status, request.responseText));
    };
    wait();
    request.send(body);
  });
}

/** @param status 0 if there was no response */
function readResponse(status: number, text: string): SubmissionResult {
  const body = parseJson(text) as { message?: string; errors?: Record<string, string> } | undefined;
  if (status === 200 && body?.message) return { ok: true, message: body.message, errors: {} };
  // For developers; the visitor reads the message (Specification 8).
  if (status !== 0) console.error(`HTTP error! status: ${status}`);
  // That of a 429 says how long to wait.
  const reason = status === 429 ? (body?.message ?? '') : '';
  return {
    ok: false,
    message: `${failureMessage} ${reason}`.trim(),
    errors: status === 422 ? (body?.errors ?? {}) : {},
  };
}
