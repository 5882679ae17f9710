import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import type { Form, FormFields, HiddenName, VisibleName } from '../../shared/forms/form.ts';
import { Button } from '../button/Button.tsx';
import { countOfErrors, errorText } from './error-labels.ts';
import { Field } from './Field.tsx';
import styles from './SubmissionForm.module.css';
import { type ReturnedForm, trapField } from './submission.ts';

interface CommonProps<Fields extends FormFields> {
  /** Prefix of the ids of its fields, unique on the page and on other URLs of the same results. */
  id: string;
  /** Accessible name of the form. */
  label: string;
  /** URL that the form is sent to. */
  action: string;
  form: Pick<Form<string, Fields>, 'kind' | 'fields'>;
  /** Fields that take the whole row; those for long text and files always do. */
  wide?: readonly VisibleName<Fields>[];
  /** Note next to the button; the outcome replaces it. */
  note: ReactNode;
  /** Set if the page is the response to this form, sent without JavaScript. */
  returned?: ReturnedForm | undefined;
  look?: 'paint' | 'ink';
  className?: string | undefined;
}

type SubmissionFormProps<Fields extends FormFields> = CommonProps<Fields> &
  ([HiddenName<Fields>] extends [never]
    ? { hidden?: undefined }
    : {
        /** Values of the fields that the site fills in itself. */
        hidden: Readonly<Record<HiddenName<Fields>, string>>;
      });

/** A form with its fields, button, outcome, list of errors and trap field, complete as HTML. `enhanceForm` is its script. */
export function SubmissionForm<Fields extends FormFields>({
  id,
  label,
  action,
  form,
  hidden,
  wide = [],
  note,
  returned,
  look = 'paint',
  className,
}: SubmissionFormProps<Fields>) {
  const idOf = (name: string) => `${id}-${name}`;
  const { errors = {} } = returned ?? {};
  const wrong = Object.entries(form.fields).flatMap(([name, field]) => {
    const message = errors[name];
    return message && field.control !== 'hidden' ? [{ id: idOf(name), text: errorText(field.label, message) }] : [];
  });
  return (
    <form
      className={cx(styles.form, className)}
      aria-label={label}
      action={action}
      method="post"
      encType="multipart/form-data"
      noValidate
      data-screen-only=""
    >
      {wrong.length > 0 && (
        <div role="alert" className={styles.errors} data-errors="">
          <p>{countOfErrors(wrong.length)}</p>
          <ul>
            {wrong.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {Object.entries(form.fields).map(([name, field]) => (
        <Field
          key={name}
          field={field}
          name={name}
          id={idOf(name)}
          error={errors[name]}
          wide={(wide as readonly string[]).includes(name)}
          initial={hidden?.[name as HiddenName<Fields>] ?? returned?.values[name]}
        />
      ))}
      <Trap id={idOf(trapField)} />
      <div className={styles.foot}>
        <Button type="submit" look={look}>
          Submit
        </Button>
        <div role="status" className={styles.outcome} />
        {/* Outside the live region, which would announce it again ten seconds after a success. */}
        <div className={styles.outcome} data-note="">
          {note}
        </div>
      </div>
    </form>
  );
}

function Trap({ id }: { id: string }) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label htmlFor={id}>Leave this field empty</label>
      <input id={id} name={trapField} type="text" tabIndex={-1} autoComplete="off" {...ignoredByPasswordManagers} />
    </div>
  );
}

/** 1Password, LastPass and Dashlane fill in a person's website despite `autocomplete="off"`: the message would be stored as spam. */
const ignoredByPasswordManagers = { 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-form-type': 'other' };
