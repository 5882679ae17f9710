/**
 * The rules that the contact form and the application form share, with their messages (Specification 5; Rulings 18 to 22).
 * One schema serves browser, server and tests. A field that breaks several rules shows the first: required, characters,
 * length, format.
 */
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
  resumeRequired: 'Please select resume',
  resumeSize: 'File should be less than 6 MB',
  resumeType: 'Please Select Only doc, docx and pdf file',
  positionClosed:
    'Sorry, this position is no longer open. Nothing that you typed is lost, and we would be glad to hear from you about another position.',
  hiddenText: 'This form is out of date. Please open the position again.',
  formTextSize: 'This form holds too much text. Please shorten it.',
} as const;

export const limits = {
  name: { min: 2, max: 50 },
  phone: { min: 10, max: 16 },
  text: { min: 4 },
  hiddenText: { max: 200 },
  email: { max: 254 },
  /** Names and values of all text fields together, in UTF-8. */
  formTextBytes: 65_536,
  resumeBytes: 6_291_456,
  resumeExtensions: ['doc', 'docx', 'pdf'],
} as const;

/** Letters of any script with their combining marks, and spaces (Ruling 19). A company widens it here. */
const letters = /^[\p{L}\p{M} ]*$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
/** A practical reading of RFC 5321: no quoting, no address literal, a domain with at least two labels. */
const emailPattern =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;
/** Optional country prefix, then 10 to 14 digits; separators are set aside before (Ruling 20). */
const phonePattern = /^(?:\+\d{1,3})?\d{10,14}$/u;

/** Characters as a visitor counts them, not bytes and not UTF-16 units. */
const lengthOf = (text: string) => [...text].length;

interface Rule {
  message: string;
  broken: (text: string) => boolean;
}

/** The rules of one field: what is stored of a value, or the message of the first rule that it breaks. */
export type Field<Value> = (value: unknown) => { readonly value: Value } | { readonly message: string };

/**
 * A text field whose first broken rule is its one message. The text is trimmed first, but a control character anywhere in
 * it breaks the `characters` rule: trimming must not hide a line break (Contract, Submissions). What is no text counts as empty.
 */
function field(options: { required?: string; control?: string; rules: readonly Rule[] }): Field<string> {
  return (value) => {
    const raw = typeof value === 'string' ? value : '';
    const text = raw.trim();
    const message = firstBroken(raw, text, options);
    return message ? { message } : { value: text };
  };
}

function firstBroken(raw: string, text: string, options: Parameters<typeof field>[0]): string | undefined {
  if (!text) return options.required;
  if (options.control && control.test(raw)) return options.control;
  return options.rules.find(({ broken }) => broken(text))?.message;
}

const nameRules: readonly Rule[] = [
  { message: messages.lettersOnly, broken: (text) => !letters.test(text) },
  {
    message: messages.nameLength,
    broken: (text) => lengthOf(text) < limits.name.min || lengthOf(text) > limits.name.max,
  },
];

export const nameField = () =>
  field({ required: messages.nameRequired, control: messages.lettersOnly, rules: nameRules });
export const companyField = () => field({ control: messages.lettersOnly, rules: nameRules });

export const emailField = () =>
  field({
    required: messages.emailRequired,
    control: messages.emailFormat,
    rules: [
      { message: messages.emailFormat, broken: (text) => text.length > limits.email.max || !emailPattern.test(text) },
    ],
  });

/** @param separators what may stand between digits; a class of a regular expression */
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

/** The contact form's: digits, plus, slash, hyphen, quote and spaces. */
export const optionalPhoneField = () => field({ control: messages.phoneCharacters, rules: phoneRules(/[/\-'" ]/gu) });
/** The application form's: digits, plus, slash, hyphen and white space. */
export const phoneField = () =>
  field({ required: messages.phoneRequired, control: messages.phoneCharacters, rules: phoneRules(/[/\-\s]/gu) });

const longEnough: readonly Rule[] = [
  { message: messages.textTooShort, broken: (text) => lengthOf(text) < limits.text.min },
];
export const optionalTextField = () => field({ rules: longEnough });
export const messageField = () => field({ required: messages.messageRequired, rules: longEnough });

/** What the site itself writes into a form, so that nobody sees a message beside it. */
export const hiddenField = () =>
  field({
    control: messages.hiddenText,
    rules: [{ message: messages.hiddenText, broken: (text) => lengthOf(text) > limits.hiddenText.max }],
  });

/** The chosen file by name and size; what is inside it is judged where it arrives. */
export const resumeField = (): Field<ChosenFile> => (value) => {
  const file = value as ChosenFile | undefined;
  if (!file?.name) return { message: messages.resumeRequired };
  if (file.size > limits.resumeBytes) return { message: messages.resumeSize };
  return hasResumeExtension(file.name) ? { value: file } : { message: messages.resumeType };
};

interface ChosenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

function hasResumeExtension(name: string): boolean {
  const extension = /\.([a-z]+)$/iu.exec(name)?.[1]?.toLowerCase();
  return limits.resumeExtensions.some((allowed) => allowed === extension);
}

/** The first message of each field that breaks a rule. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The rules of one form, by field. */
export type FormSchema = Readonly<Record<string, Field<unknown>>>;

/** What is stored of a form. */
export type FormValues<Schema extends FormSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends Field<infer Value> ? Value : never;
};

/** Checks a form's values. What the form does not know is left out. */
export function checkForm<Schema extends FormSchema>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): { values: FormValues<Schema> } | { errors: FieldErrors } {
  const checked = Object.entries(schema).map(([name, check]) => ({ name, ...check(values?.[name]) }));
  const errors = checked.flatMap((result) => ('message' in result ? [[result.name, result.message] as const] : []));
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  const accepted = checked.map((result) => [result.name, 'value' in result ? result.value : undefined]);
  return { values: Object.fromEntries(accepted) as FormValues<Schema> };
}

type TextFields = readonly (readonly [name: string, text: string])[];

/** The field with the most text, if there is any. */
export function maxFieldLength(texts: TextFields): string | undefined {
  return texts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** Kept free for what the script of a form adds to its fields: its token and a proof of work. */
const scriptBytes = 2048;

/** Checks before a form is sent whether its texts together exceed what the server accepts; the longest is named to be shortened. */
export function checkTextSize(texts: TextFields): FieldErrors {
  // A browser sends each line break as two characters.
  const sent = texts.map(([name, text]) => name + text.replace(/\r\n?|\n/gu, '\r\n')).join('');
  const longest = maxFieldLength(texts);
  const isFine = new TextEncoder().encode(sent).length + scriptBytes <= limits.formTextBytes;
  return isFine || longest === undefined ? {} : { [longest]: messages.formTextSize };
}
