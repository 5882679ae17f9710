import type { Log } from '../../platform/log/log.ts';
import type { FormTokenResponse } from '../../shared/form-token.ts';
import type { FieldErrors, Form, FormFields } from '../../shared/forms/form.ts';
import type { FieldName, SubmissionKind } from '../../shared/forms/site-forms.ts';

/** A form as one request finds it. */
export interface SubmissionForm extends Form<SubmissionKind, FormFields, FieldName> {
  /** Refuses what breaks no rule of a field, such as a position that has closed. Gets the texts as sent. */
  readonly refuse?: (texts: Readonly<Record<string, string>>) => FieldErrors;
}

/** Who sends. */
export interface SubmissionClient {
  /** The visitor's network address, for the limit on submissions only: it is neither kept nor logged. */
  readonly address: string;
  readonly log: Log;
  /** Whether the response is a page that echoes the input. */
  readonly echoesInput?: boolean;
}

/** What becomes of a submission. */
export type SubmissionResponse =
  | { readonly status: 200; readonly message: string }
  | {
      readonly status: 400 | 413 | 415 | 422 | 429 | 503;
      /** Fit for a visitor to read. */
      readonly message: string;
      /** By field, where a rule was broken. */
      readonly errors?: FieldErrors;
      /** The text fields as they were typed, as far as they were read, to give them back. */
      readonly typed?: Readonly<Record<string, string>>;
      /** When it is worth trying again. */
      readonly retryAfterSeconds?: number;
    };

/** What a signed link to a résumé leads to. */
export type OpenedResume =
  | { readonly outcome: 'forged' | 'expired' | 'gone' | 'infected' }
  | {
      readonly outcome: 'open';
      /** Of the file as it was found to be: pdf, docx or doc. */
      readonly extension: string;
      readonly bytes: number;
      readonly content: AsyncIterable<Uint8Array>;
    };

/** Takes what visitors send, so that nothing is lost (Contract, Submissions). */
export interface Submissions {
  /** Whether a submission needs a proof of work, which the site's script solves while the visitor types. */
  readonly asksForProof: boolean;
  /**
   * Reads, checks and stores a submission; the response is 200 only when it is durable. Throws neither for a hostile
   * request nor for a store that is down. What is left unread of a body is the edge's to deal with.
   */
  receive(request: Request, client: SubmissionClient, form: SubmissionForm): Promise<SubmissionResponse>;
  /**
   * For a visitor who begins with a form: a token by which its submission shows that it was not sent sooner than a person
   * can, and a proof of work to solve, where the site asks for one. Undefined while there is no database to sign it with.
   * Never rejects.
   */
  issueToken(form: SubmissionKind): Promise<FormTokenResponse | undefined>;
  /**
   * Opens the résumé that a webhook's signed link leads to.
   * @throws while the database cannot be read
   */
  openResume(link: { id: string; expires: string; signature: string }): Promise<OpenedResume>;
}
