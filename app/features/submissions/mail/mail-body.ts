/** The content of a mail, shared by its plain-text and HTML parts. Every string is plain text, including that of a visitor. */
export interface MailBody {
  /** Shown beside the subject in a list of mails. */
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** Small print at the end: the reason for this mail and the recipient of a reply. */
  readonly footnotes: readonly string[];
}

/** One block of a mail's body, written as HTML and as plain text. */
export type MailBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'facts'; readonly facts: readonly Fact[] }
  /** Text that a visitor typed, with its line breaks. */
  | { readonly type: 'quote'; readonly text: string }
  /** The reference that the reader should note down. */
  | { readonly type: 'reference'; readonly fact: Fact }
  | { readonly type: 'steps'; readonly heading: string; readonly steps: readonly string[] };

/** A labelled value, which is one line of a mail. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}
