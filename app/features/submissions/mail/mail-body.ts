/**
 * What a mail says, once for both of its forms (`mail-text.ts`, `mail-html.ts`). Every string is plain text, a visitor's
 * own words included.
 */
export interface MailBody {
  /** What a list of mails shows beside the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** Why this mail came and where a reply goes: small, at the end. */
  readonly footnotes: readonly string[];
}

export type MailBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'facts'; readonly facts: readonly Fact[] }
  /** What a visitor wrote, with its line breaks. */
  | { readonly type: 'quote'; readonly text: string }
  /** The one thing to keep. */
  | { readonly type: 'reference'; readonly fact: Fact }
  | { readonly type: 'steps'; readonly heading: string; readonly steps: readonly string[] };

export interface Fact {
  readonly label: string;
  readonly value: string;
}
