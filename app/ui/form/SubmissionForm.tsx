import { type MouseEvent, type ReactNode, useId } from 'react';
import { cx } from '../../shared/class-names.ts';
import type { Form, FormFields, HiddenName, VisibleName } from '../../shared/forms/form.ts';
import { Button } from '../button/Button.tsx';
import { Hidden } from '../hidden/Hidden.tsx';
import { Field } from './Field.tsx';
import { MessageMarkup } from './MessageMarkup.tsx';
import styles from './SubmissionForm.module.css';
import { type ReturnedForm, trapField } from './submission.ts';
import { type FindErrors, useSubmissionForm } from './use-submission-form.ts';

interface CommonProps<Fields extends FormFields> {
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
  /** Called after a failure: finds errors that only this form knows. */
  findErrors?: FindErrors | undefined;
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

/**
 * A form with its fields, button, outcome, list of errors and trap field. The outcome of a submission is announced: a
 * success as a status, a failure as an alert (Contract, assistive technology).
 */
export function SubmissionForm<Fields extends FormFields>({
  label,
  action,
  form,
  hidden,
  wide = [],
  note,
  returned,
  findErrors,
  look = 'paint',
  className,
}: SubmissionFormProps<Fields>) {
  const prefix = useId();
  const { errors, listing, refusals, state, sent, outcomeRef, formProps } = useSubmissionForm({
    action,
    form,
    draftName: label,
    returned,
    findErrors,
  });
  const idOf = (name: string) => `${prefix}-${name}`;
  const outcome = typeof state === 'object' ? state : undefined;
  const wrong = Object.entries(form.fields).flatMap(([name, field]) => {
    const message = errors[name];
    return message && field.control !== 'hidden' ? [{ name, id: idOf(name), label: field.label, message }] : [];
  });
  // A visitor cannot correct a field that the site filled in, such as a position that has closed.
  const hiddenError = Object.keys(errors).find((name) => wrong.every((error) => error.name !== name));
  return (
    <form
      className={cx(styles.form, className)}
      aria-label={label}
      action={action}
      method="post"
      encType="multipart/form-data"
      noValidate
      data-screen-only=""
      {...formProps}
    >
      {listing !== 'absent' && wrong.length > 0 && (
        <ErrorList key={refusals} wrong={wrong} isSilent={listing === 'silent'} />
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
        <Button type="submit" look={look} disabled={state === 'sending'} onClick={ignoreSecondClick}>
          Submit
        </Button>
        <div role="status" className={styles.outcome}>
          {state === 'sending' && <Sending sent={sent} />}
          {outcome?.ok && (
            <p ref={outcomeRef} tabIndex={-1} className={styles.message}>
              <MessageMarkup html={outcome.message} />
            </p>
          )}
        </div>
        {/* Outside the live region, which would announce it again ten seconds after a success. */}
        {state === 'idle' && <div className={styles.outcome}>{note}</div>}
        {outcome && !outcome.ok && (
          // With errors of fields, the first of these fields is in view instead.
          <p ref={wrong.length > 0 ? null : outcomeRef} role="alert" className={styles.message}>
            {hiddenError === undefined ? <MessageMarkup html={outcome.message} /> : errors[hiddenError]}
          </p>
        )}
      </div>
    </form>
  );
}

/** The second click of a double click would submit the cleared form, and errors would replace the message of success. */
const ignoreSecondClick = (event: MouseEvent) => event.detail > 1 && event.preventDefault();

function Sending({ sent }: { sent: number }) {
  return (
    <>
      <Hidden>Sending</Hidden>
      <progress className={styles.progress} aria-label="Sent" value={sent} max={1} />
    </>
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

/** Focuses the field like the link, but without changing the URL's anchor, which names the open position. */
function goToField(event: MouseEvent, id: string): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

interface ErrorListProps {
  wrong: readonly { id: string; label: string; message: string }[];
  /** Whether a screen reader does not announce changes of the list. */
  isSilent: boolean;
}

function ErrorList({ wrong, isSilent }: ErrorListProps) {
  return (
    <div role="alert" aria-live={isSilent ? 'off' : 'assertive'} className={styles.errors}>
      <p>{wrong.length === 1 ? 'One field needs another look:' : `${wrong.length} fields need another look:`}</p>
      <ul>
        {wrong.map(({ id, label, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => goToField(event, id)}>
              {/* One text: React does not update one of several that a translator has replaced. */}
              {`${label}${label.endsWith('?') ? '' : ':'} ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
