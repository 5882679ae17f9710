/** A mailbox with the name to show for it. Kept apart, so that neither can break out of its place in a header. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** One mail to one recipient. */
export interface Mail {
  /** The same at each attempt; letters, digits and hyphens. */
  readonly id: string;
  /** The same at each attempt, so that a mailbox recognises a duplicate: `<id@domain>`. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: Mailbox;
  readonly to: string;
  readonly replyTo: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly path: string }[];
}

/** Delivers mail. */
export interface Mailer {
  /**
   * Resolves when the mail has been taken over for good.
   * @throws when it has not, or when that is not known
   */
  send(mail: Mail): Promise<void>;
  /** Removes what this mailer still holds of a mail. @returns whether there was anything */
  erase(id: string): Promise<boolean>;
  close(): Promise<void>;
}
