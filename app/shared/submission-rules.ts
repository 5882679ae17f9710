import type { FieldErrors, TextField } from './forms/form.ts';
import { isBlank } from './is-blank.ts';

/** The fields of forms with their rules and messages (Specification 5; Rulings 18 to 22). A field shows its first violated rule. */
export const messages = {
  nameRequired: 'Please enter your name',
  lettersOnly: 'Only alphabets are allowed for this field',
  emailRequired: 'Please enter valid email address',
  emailFormat: 'Email must be a valid email',
  phoneRequired: 'Please enter your phone number',
  phoneCharacters: 'Only Numbers are allowed for this field',
  phoneFormat: 'Phone number is not valid',
  textTooShort: 'Please enter at least 4 characters',
  nameLength: 'Please enter 2 to 50 characters',
  messageRequired: 'Please enter Message',
  positionClosed:
    'Sorry, this position is no longer open. Nothing that you typed is lost, and we would be glad to hear from you about another position.',
  hiddenText: 'This form is out of date. Please open the position again.',
  formTextSize: 'This form holds too much text. Please shorten it.',
} as const;

/** Limits of fields in characters, unless a name says bytes (Specification 5; Contract, Submissions). */
export const limits = {
  name: { min: 2, max: 50 },
  phone: { min: 10, max: 16 },
  text: { min: 4 },
  hiddenText: { max: 200 },
  email: { max: 254 },
  /** Total size of names and values of all text fields in UTF-8. */
  formTextBytes: 65_536,
  resumeBytes: 6_291_456,
  resumeExtensions: ['doc', 'docx', 'pdf'],
} as const;

/**
 * Letters of any script with their combining marks, and spaces (Ruling 19). The spelling of Persian and of Indic scripts also has
 * joiners between letters. A company widens it here.
 */
const letters = /^(?:[\p{L}\p{M} ]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L}))*$/u;
/** Invisible characters that come along with pasted text: soft hyphens, zero-width spaces, direction marks. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
/**
 * A practical subset of RFC 5321: no quoting, at most 64 characters before the @, single dots within the mailbox, no address literals, a domain with at least two labels,
 * of which the last is no number (RFC 3696).
 */
const emailPattern =
  /^(?=[^@]{1,64}@)[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;
/** Optional country prefix, then 10 to 14 digits; separators are removed before (Ruling 20). */
const phonePattern = /^(?:\+\d{1,3})?\d{10,14}$/u;

/**
 * Length in characters, not in bytes or UTF-16 units. A letter with its accent counts as one, whether the keyboard composed it or not (Unicode, NFC).
 * Not in grapheme clusters, of which browsers and servers know different versions, and by which "ปู", a name of two Thai characters, would be one.
 */
const lengthOf = (text: string) => [...text.normalize()].length;

interface Rule {
  message: string;
  broken: (text: string) => boolean;
}

interface TextRules {
  /** Message if the field is empty; absent if it may be. */
  required?: string;
  /** Message if the value contains a control character; absent if line breaks are allowed. */
  control?: string;
  /** Replaces characters that look like allowed ones, before the value is checked and stored. */
  tidy?: (text: string) => string;
  rules: readonly Rule[];
}

/** Removes what nobody sees, and replaces the spaces of word processors and of Japanese keyboards. */
const tidyLine = (text: string) => text.replace(invisible, '').replace(/\p{Zs}/gu, ' ');
/** Also replaces the wide letters of East Asian keyboards, and ligatures that come from a PDF: no mail server knows such an address. */
const tidyEmail = (text: string) => tidyLine(text.normalize('NFKC'));
/** Also replaces Arabic and Persian digits, hyphens, dashes, the Japanese long-vowel sign, and quotes, as people and web pages write them. */
const tidyPhone = (text: string) =>
  tidyEmail(text)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"');

/**
 * Creates a text field that reports the first violated rule. The text is trimmed first, but a control character anywhere in it
 * violates the `control` rule: trimming must not hide a line break (Contract, Submissions). A value that is not text, or in which
 * nothing is visible, counts as empty.
 */
function textField<Control extends TextField['control']>(
  appearance: { control: Control; label: string; autoComplete?: AutoFill },
  rules: TextRules,
): TextField & { readonly control: Control } {
  return {
    ...appearance,
    isRequired: rules.required !== undefined,
    check(value) {
      const raw = typeof value === 'string' ? value : '';
      const tidy = rules.tidy?.(raw) ?? raw;
      const text = isBlank(tidy) ? '' : tidy.trim();
      const message = firstBroken(raw, text, rules);
      return message ? { message } : { value: text };
    },
  };
}

function firstBroken(raw: string, text: string, options: TextRules): string | undefined {
  if (!text && options.required) return options.required;
  if (options.control && control.test(raw)) return options.control;
  return text ? options.rules.find(({ broken }) => broken(text))?.message : undefined;
}

const nameRules: readonly Rule[] = [
  { message: messages.lettersOnly, broken: (text) => !letters.test(text) },
  {
    message: messages.nameLength,
    broken: (text) => lengthOf(text) < limits.name.min || lengthOf(text) > limits.name.max,
  },
];

/** A required name of letters and spaces. */
export const nameField = (label: string) =>
  textField(
    { control: 'text', label, autoComplete: 'name' },
    { required: messages.nameRequired, control: messages.lettersOnly, tidy: tidyLine, rules: nameRules },
  );
/** An optional company, with the rules of a name. */
export const companyField = (label: string) =>
  textField(
    { control: 'text', label, autoComplete: 'organization' },
    { control: messages.lettersOnly, tidy: tidyLine, rules: nameRules },
  );

/** A required e-mail address. */
export const emailField = (label: string) =>
  textField(
    { control: 'email', label, autoComplete: 'email' },
    {
      required: messages.emailRequired,
      control: messages.emailFormat,
      tidy: tidyEmail,
      rules: [
        {
          message: messages.emailFormat,
          broken: (text) => lengthOf(text) > limits.email.max || !emailPattern.test(text),
        },
      ],
    },
  );

/** @param separators matches characters allowed between digits */
function phoneRules(separators: RegExp): readonly Rule[] {
  return [
    { message: messages.phoneCharacters, broken: (text) => /[^\d+]/u.test(text.replace(separators, '')) },
    {
      message: messages.phoneFormat,
      broken: (text) => lengthOf(text) < limits.phone.min || lengthOf(text) > limits.phone.max,
    },
    { message: messages.phoneFormat, broken: (text) => !phonePattern.test(text.replace(separators, '')) },
  ];
}

/** Accepts digits, plus, slash, hyphen, quotes and spaces: the contact form. */
export const optionalPhoneField = (label: string) =>
  textField(
    { control: 'tel', label, autoComplete: 'tel' },
    { control: messages.phoneCharacters, tidy: tidyPhone, rules: phoneRules(/[/\-'" ]/gu) },
  );
/** Accepts digits, plus, slash, hyphen and white space: the application form. */
export const phoneField = (label: string) =>
  textField(
    { control: 'tel', label, autoComplete: 'tel' },
    {
      required: messages.phoneRequired,
      control: messages.phoneCharacters,
      tidy: tidyPhone,
      rules: phoneRules(/[/\-\s]/gu),
    },
  );

const longEnough: readonly Rule[] = [
  { message: messages.textTooShort, broken: (text) => lengthOf(text) < limits.text.min },
];
/** An optional text of several lines. */
export const optionalTextField = (label: string) => textField({ control: 'textarea', label }, { rules: longEnough });
/** A required text of several lines. */
export const messageField = (label: string) =>
  textField({ control: 'textarea', label }, { required: messages.messageRequired, rules: longEnough });

/** A field that the site fills in itself; visitors see neither the field nor its message. */
export const hiddenField = (label: string) =>
  textField(
    { control: 'hidden', label },
    {
      control: messages.hiddenText,
      rules: [{ message: messages.hiddenText, broken: (text) => lengthOf(text) > limits.hiddenText.max }],
    },
  );

type TextEntries = readonly (readonly [name: string, text: string])[];

/** Returns the field with the most text, if there is any. */
export function fieldOfMaxLength(texts: TextEntries): string | undefined {
  return texts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** Bytes reserved for fields that a form's script adds: the token and a proof of work. */
const scriptBytes = 2048;

/** Checks in the browser whether the texts of a form together exceed the server's limit; reports the field with the most text. */
export function checkTextSize(texts: TextEntries): FieldErrors {
  // A browser sends each line break as two characters.
  const sent = texts.map(([name, text]) => name + text.replace(/\r\n?|\n/gu, '\r\n')).join('');
  const field = fieldOfMaxLength(texts);
  const isFine = new TextEncoder().encode(sent).length + scriptBytes <= limits.formTextBytes;
  return isFine || field === undefined ? {} : { [field]: messages.formTextSize };
}
