/**
 * A mailbox with the name to show for it, which may be empty. Kept apart, so that neither can break out of its place in a
 * header.
 */
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
  readonly to: Mailbox;
  readonly replyTo: Mailbox;
  readonly subject: string;
  readonly text: string;
  /** The same as a whole HTML document that asks for nothing from the network. */
  readonly html: string;
  /** Nobody wrote it: headers mark it, so that other programs do not reply automatically (RFC 3834, 5). */
  readonly isAutomaticReply: boolean;
  readonly attachments: readonly { readonly name: string; readonly path: string }[];
}

/** Delivers mail. */
export interface Mailer {
  /**
   * Resolves when the mail has been taken over for good.
   * @throws when it has not, or when that is not known
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
