import { type MouseEvent, type ReactNode, useId } from 'react';
import type { FieldErrors, FormSchema } from '../../shared/submission-rules.ts';
import { Button } from '../button/Button.tsx';
import { Hidden } from '../hidden/Hidden.tsx';
import type { FieldProps } from './Field.tsx';
import { MessageMarkup } from './MessageMarkup.tsx';
import styles from './SubmissionForm.module.css';
import { type ReturnedForm, trapField } from './submission.ts';
import { useSubmissionForm } from './use-submission-form.ts';

/** What a field of the form is given. */
interface FieldOfForm extends FieldProps {
  /** What a text field starts with. */
  defaultValue: string | undefined;
}

interface SubmissionFormProps {
  /** Accessible name of the form. */
  label: string;
  action: string;
  /** How the server calls what this form sends, for its token. */
  kind: string;
  /** What its fields take. */
  schema: FormSchema;
  /** Labels by field name, in the order of the fields. */
  labels: Readonly<Record<string, string>>;
  /** Stands beside the button; gives way to the outcome. */
  note: ReactNode;
  /** Where the page is the answer to this form, sent without JavaScript. */
  returned?: ReturnedForm | undefined;
  /** The fields, each spread from what this form says of it. */
  children: (field: (name: string) => FieldOfForm) => ReactNode;
  look?: 'paint' | 'ink';
  className?: string | undefined;
}

/**
 * Everything around the fields of a form that is sent to us: button, outcome, list of errors, trap field. The outcome of a
 * submission is announced: a success as a status, a failure as an alert (Contract, assistive technology).
 */
export function SubmissionForm({
  label,
  action,
  kind,
  schema,
  labels,
  note,
  returned,
  children,
  look = 'paint',
  className,
}: SubmissionFormProps) {
  const prefix = useId();
  const { errors, listing, refusals, state, sent, outcomeRef, formProps } = useSubmissionForm({
    action,
    kind,
    schema,
    draftName: label,
    returned,
  });
  const idOf = (name: string) => `${prefix}-${name}`;
  const field = (name: string): FieldOfForm => ({
    name,
    id: idOf(name),
    label: labels[name] ?? name,
    error: errors[name],
    defaultValue: returned?.values[name],
  });
  const outcome = typeof state === 'object' ? state : undefined;
  const wrong = Object.keys(labels).filter((name) => errors[name]);
  // What the site itself wrote into the form, such as a position that has closed, is no field that a visitor could mend.
  const [hiddenError] = Object.keys(errors).filter((name) => !wrong.includes(name));
  return (
    <form className={className ? `${styles.form} ${className}` : styles.form} aria-label={label} {...formProps}>
      {listing !== 'absent' && wrong.length > 0 && (
        <ErrorList
          key={refusals}
          wrong={wrong}
          errors={errors}
          labels={labels}
          idOf={idOf}
          isSilent={listing === 'silent'}
        />
      )}
      {children(field)}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={idOf(trapField)}>Leave this field empty</label>
        <input id={idOf(trapField)} name={trapField} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className={styles.foot}>
        <Button type="submit" look={look} disabled={state === 'sending'}>
          Submit
        </Button>
        <div role="status" className={styles.outcome}>
          {state === 'sending' && (
            <>
              <Hidden>Sending</Hidden>
              <progress className={styles.progress} aria-label="Sent" value={sent} max={1} />
            </>
          )}
          {outcome?.ok && (
            <p ref={outcomeRef} tabIndex={-1} className={styles.message}>
              <MessageMarkup html={outcome.message} />
            </p>
          )}
          {state === 'idle' && note}
        </div>
        {outcome && !outcome.ok && (
          <p role="alert" className={styles.message}>
            {hiddenError === undefined ? <MessageMarkup html={outcome.message} /> : errors[hiddenError]}
          </p>
        )}
      </div>
    </form>
  );
}

/** As the link does by itself, and leaves the address alone: an open position has its own in it. */
function goToField(event: MouseEvent, id: string): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

function ErrorList({
  wrong,
  errors,
  labels,
  idOf,
  isSilent,
}: {
  /** Names of the fields, in their order. */
  wrong: readonly string[];
  errors: FieldErrors;
  labels: Readonly<Record<string, string>>;
  idOf: (name: string) => string;
  /** Whether changes of the list are kept from being read out. */
  isSilent: boolean;
}) {
  return (
    <div role="alert" aria-live={isSilent ? 'off' : 'assertive'} className={styles.errors}>
      <p>{wrong.length === 1 ? 'One field needs another look:' : `${wrong.length} fields need another look:`}</p>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#${idOf(name)}`} onClick={(event) => goToField(event, idOf(name))}>
              {labels[name]}: {errors[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
