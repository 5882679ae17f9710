/** The value to store, or the message of the first rule that the value violates. */
type Checked<Value> = { readonly value: Value } | { readonly message: string };

export interface TextField {
  readonly control: 'text' | 'email' | 'tel' | 'textarea' | 'hidden';
  /** Label in the form and in the mail to the company; the form adds an asterisk to that of a required field. */
  readonly label: string;
  readonly isRequired: boolean;
  /** HTML, autofill; WCAG 1.3.5. */
  readonly autoComplete?: AutoFill;
  readonly check: (value: unknown) => Checked<string>;
}

/** A file that the visitor has selected, in the browser or as received. */
export interface SelectedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export interface FileField {
  readonly control: 'file';
  readonly label: string;
  readonly isRequired: boolean;
  /** Extensions without a dot. */
  readonly extensions: readonly string[];
  /** Describes the accepted files; shown if there is no error. */
  readonly hint: string;
  readonly check: (value: unknown) => Checked<SelectedFile>;
}

/** Every form asks for a name and an e-mail address: the inbox lists both, and replies to the notification go there. */
export type FormFields = Readonly<Record<string, TextField | FileField>> & {
  readonly name: TextField;
  readonly email: TextField;
};

/** The names of a form's fields whose control is one of `Control`. */
type NamesOf<Fields, Control> = {
  [Name in keyof Fields & string]: Fields[Name] extends { readonly control: Control } ? Name : never;
}[keyof Fields & string];

type TextName<Fields> = NamesOf<Fields, TextField['control']>;
/** Fields that the site fills in itself. */
export type HiddenName<Fields> = NamesOf<Fields, 'hidden'>;
/** Fields that the visitor sees. */
export type VisibleName<Fields> = Exclude<keyof Fields & string, HiddenName<Fields>>;

/** One form of the site, from which the view, the checks, the stored record, the mail and the inbox derive. */
export interface Form<Kind extends string = string, Fields = FormFields, Name extends string = string> {
  /** Identifies its submissions in the database, in URLs and in the inbox. */
  readonly kind: Kind;
  /** Fields in the order of the form. Unknown fields in a submission are ignored. */
  readonly fields: Fields;
  /** The message to the visitor when the submission is stored. */
  readonly thanks: string;
  /** The mail to the company. */
  readonly notification: {
    /** Beginning of the subject. */
    readonly title: string;
    readonly heading: string;
    /** Fields that follow the title in the subject. */
    readonly subject: readonly Name[];
    /** The visitor's own text, quoted below the other fields. */
    readonly quote: Name;
  };
  /** The field that distinguishes submissions in the inbox's list. */
  readonly about: Name;
}

/** Defines a form. The name of an unknown field does not compile. */
export const defineForm = <const Kind extends string, const Fields extends FormFields>(
  form: Form<Kind, Fields, TextName<Fields>>,
) => form;

/** Returns the names and fields of a form's texts, hidden ones included, in the order of the form. */
export const textFields = <Name extends string>({ fields }: Form<string, FormFields, Name>) =>
  Object.entries(fields).filter(([, { control }]) => control !== 'file') as [Name, TextField][];

/** Returns the name of the form's file field; undefined if it has none. A form has at most one. */
export const fileFieldName = ({ fields }: Pick<Form, 'fields'>): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.control === 'file');

/** The first message of each field that violates a rule. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The stored values of a form. */
export type FormValues<Fields extends FormFields> = {
  readonly [Name in keyof Fields]: Extract<ReturnType<Fields[Name]['check']>, { value: unknown }>['value'];
};

/** Finds the fields whose values violate a rule. */
export const fieldErrors = ({ fields }: Pick<Form, 'fields'>, values: Readonly<Record<string, unknown>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { check }]) => {
      const checked = check(values?.[name]);
      return 'message' in checked ? [[name, checked.message]] : [];
    }),
  );

/** Validates a form's values. Values without a field are left out. */
export function checkForm<Fields extends FormFields>(
  form: Pick<Form<string, Fields>, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): { values: FormValues<Fields> } | { errors: FieldErrors } {
  const errors = fieldErrors(form, values);
  if (Object.keys(errors).length > 0) return { errors };
  const accepted = Object.entries(form.fields).map(([name, { check }]) => [
    name,
    (check(values[name]) as { value: unknown }).value,
  ]);
  return { values: Object.fromEntries(accepted) as FormValues<Fields> };
}
