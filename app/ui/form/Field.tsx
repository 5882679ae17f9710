import { cx } from '../../shared/class-names.ts';
import type { FileField, TextField } from '../../shared/forms/form.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './Field.module.css';
import fileStyles from './FileField.module.css';

interface FieldProps {
  field: TextField | FileField;
  name: string;
  /** Unique on the page. */
  id: string;
  error: string | undefined;
  /** Whether the field takes the whole row; long text and files always do. */
  wide: boolean;
  /** Initial value of a text field. */
  initial: string | undefined;
}

/** Label, control and error of one field, associated (WCAG 1.3.1, 3.3.1). A file's error replaces its hint; see `showFieldError`. */
export function Field({ field, name, id, error, wide, initial }: FieldProps) {
  const { control } = field;
  if (control === 'hidden') return <input type="hidden" name={name} value={initial} />;
  const hint = control === 'file' ? field.hint : undefined;
  const attributes = {
    id,
    name,
    required: field.isRequired,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint && `${id}-hint`,
  };
  return (
    <div
      className={cx(
        styles.field,
        (wide || control === 'textarea' || control === 'file') && styles.wide,
        error && styles.bad,
      )}
    >
      <label htmlFor={id}>{field.isRequired ? `${field.label}*` : field.label}</label>
      {control === 'file' ? (
        <input
          {...attributes}
          className={fileStyles.file}
          type="file"
          // Chromium exposes a required file field as invalid before it was touched.
          aria-invalid={error !== undefined}
          accept={field.extensions.map((extension) => `.${extension}`).join(',')}
        />
      ) : control === 'textarea' ? (
        <textarea {...attributes} rows={3} dir="auto" defaultValue={initial} />
      ) : (
        <input
          {...attributes}
          type={control satisfies 'text' | 'email' | 'tel'}
          dir={control === 'text' ? 'auto' : undefined}
          autoComplete={field.autoComplete}
          defaultValue={initial}
        />
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`} hidden={error !== undefined}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
