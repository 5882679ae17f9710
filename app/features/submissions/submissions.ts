import type { Log } from '../../platform/log/log.ts';
import type { FormTokenResponse } from '../../shared/form-token.ts';
import type { FieldErrors, Form, FormFields } from '../../shared/forms/form.ts';
import type { FieldName, SubmissionKind } from '../../shared/forms/site-forms.ts';

/** A form at the time of one request. */
export interface SubmissionForm extends Form<SubmissionKind, FormFields, FieldName> {
  /** Returns errors that no field's rule covers, such as a closed position. Receives the texts as sent. */
  readonly refuse?: (texts: Readonly<Record<string, string>>) => FieldErrors;
}

/** The sender of a submission. */
export interface SubmissionClient {
  /** The visitor's network address. Used by the rate limit only; neither stored in plain text nor logged. */
  readonly address: string;
  readonly log: Log;
  /** Whether the response is a page that echoes the input. */
  readonly echoesInput?: boolean;
}

/** The result of a submission. */
export type SubmissionResponse =
  | { readonly status: 200; readonly message: string }
  | {
      readonly status: 400 | 413 | 415 | 422 | 429 | 503;
      /** Written for the visitor. */
      readonly message: string;
      /** Messages by field name. */
      readonly errors?: FieldErrors;
      /** The text fields as typed, as far as they were read, to echo them. */
      readonly typed?: Readonly<Record<string, string>>;
      /** Earliest useful retry. */
      readonly retryAfterSeconds?: number;
    };

/** The result of opening a signed link to a résumé. */
export type OpenedResume =
  | { readonly outcome: 'forged' | 'expired' | 'gone' | 'infected' }
  | {
      readonly outcome: 'open';
      /** The detected file type: pdf, docx or doc. */
      readonly extension: string;
      readonly bytes: number;
      readonly content: AsyncIterable<Uint8Array>;
    };

/** Receives and durably stores submissions (Contract, Submissions). */
export interface Submissions {
  /** Whether a submission needs a proof of work, which the site's script solves while the visitor types. */
  readonly requiresProof: boolean;
  /**
   * Reads, checks and stores a submission; the response is 200 only when it is durable. Never throws, neither for a hostile
   * request nor for a store that is down. The caller handles the unread rest of the body.
   */
  receive(request: Request, client: SubmissionClient, form: SubmissionForm): Promise<SubmissionResponse>;
  /**
   * Issues a token that proves when the visitor began with a form, and a proof-of-work challenge where the site requires one.
   * Undefined while the database that holds the signing key is unreachable. Never rejects.
   */
  issueToken(form: SubmissionKind): Promise<FormTokenResponse | undefined>;
  /** Opens the résumé behind a webhook's signed link; absent without a webhook. @throws when the database cannot be read */
  readonly openResume?: (link: { id: string; expires: string; signature: string }) => Promise<OpenedResume>;
}
