import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './Field.module.css';

/** What every field needs. */
export interface FieldProps {
  /** Visible label; the sign of a required field is part of it. */
  label: string;
  name: string;
  /** Unique on the page. */
  id: string;
  error?: string | undefined;
  /** Takes the whole row. */
  wide?: boolean;
}

/** Label, control and error of one field, tied together for assistive technology (WCAG 1.3.1, 3.3.1). */
function FieldFrame({ label, id, error, wide, children }: Omit<FieldProps, 'name'> & { children: ReactNode }) {
  return (
    <div className={cx(styles.field, wide && styles.wide, error && styles.bad)}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error && (
        <p className={styles.error} id={errorId(id)}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

const errorId = (id: string) => `${id}-error`;
const ariaOf = (id: string, error: string | undefined) =>
  error ? { 'aria-invalid': true, 'aria-describedby': errorId(id) } : {};

type TextFieldProps = FieldProps &
  Pick<ComponentPropsWithoutRef<'input'>, 'type' | 'autoComplete' | 'required' | 'inputMode' | 'defaultValue'>;

export function TextField({ label, name, id, error, wide = false, type = 'text', required, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} id={id} error={error} wide={wide}>
      <input id={id} name={name} type={type} required={required} {...ariaOf(id, error)} {...rest} />
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldProps & Pick<ComponentPropsWithoutRef<'textarea'>, 'rows' | 'required' | 'defaultValue'>;

export function TextAreaField({
  label,
  name,
  id,
  error,
  wide = true,
  rows = 3,
  required,
  ...rest
}: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} id={id} error={error} wide={wide}>
      <textarea id={id} name={name} rows={rows} required={required} {...ariaOf(id, error)} {...rest} />
    </FieldFrame>
  );
}

interface FileFieldProps extends FieldProps {
  /** Extensions the picker offers, such as `.pdf`. */
  accept: string;
  /** Which files are taken; gives way to an error, which says it as well. */
  hint: string;
  required?: boolean;
}

export function FileField({ label, name, id, error, wide = false, accept, hint, required }: FileFieldProps) {
  const hintId = `${id}-hint`;
  const aria = error ? ariaOf(id, error) : { 'aria-describedby': hintId };
  return (
    <FieldFrame label={label} id={id} error={error} wide={wide}>
      <div className={styles.file}>
        <input id={id} name={name} type="file" accept={accept} required={required} {...aria} />
      </div>
      {!error && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </FieldFrame>
  );
}
