/** A mailbox with its display name, which may be empty. Separate fields prevent injection into headers. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** One mail to one recipient. */
export interface Mail {
  /** The same for every attempt; letters, digits and hyphens. */
  readonly id: string;
  /** The same for every attempt, so that a mailbox recognises a duplicate: `<id@domain>`. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly replyTo: Mailbox;
  readonly subject: string;
  readonly text: string;
  /** The text as a complete HTML document that loads nothing from the network. */
  readonly html: string;
  /** Whether headers mark the mail as automatic, so that other programs do not reply automatically (RFC 3834, 5). */
  readonly isAutomaticReply: boolean;
  readonly attachments: readonly { readonly name: string; readonly path: string }[];
}

export interface Mailer {
  /** Sends a mail. Resolves when it has been accepted for delivery. @throws if it has not been accepted, or if that is unknown */
  send(mail: Mail): Promise<void>;
  /** Connects as for a mail, without sending one; absent where mails are files. @throws if no mail could be sent now */
  readonly check?: (() => Promise<unknown>) | undefined;
  close(): Promise<void>;
}
