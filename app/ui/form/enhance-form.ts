import { type FieldErrors, type Form, fieldErrors } from '../../shared/forms/form.ts';
import { checkTextSize } from '../../shared/submission-rules.ts';
import { refreshDraft, restoreDraft, saveDraft } from './draft.ts';
import { createFormErrors } from './form-errors.ts';
import { addToFields, clearFields, type FieldValues, isEmpty, readFields, restoreFields } from './form-fields.ts';
import { createFormOutcome } from './form-outcome.ts';
import { type FormToken, requestFormToken } from './form-token.ts';
import { sendForm } from './submission.ts';

/** Finds out why a form, whose fields are as they were sent, could not be sent. Never rejects. */
export type FindErrors = (form: HTMLFormElement) => Promise<FieldErrors>;

/** A submission: from the first interaction until it has succeeded, or has changed after a failure. */
interface Attempt {
  /** Its Idempotency-Key; set when it is first sent. */
  key?: string | undefined;
  token?: FormToken;
  /** Values of the fields, while they are being sent. */
  sending?: FieldValues | undefined;
}

/**
 * Makes a `SubmissionForm` check its input and send itself, from the first interaction to the outcome (Specification 4, Contact form;
 * Rulings 17, 18). A field's errors show after it was touched, all errors on submit. Fields are cleared immediately on submit; after
 * a failure all texts and the selected file are restored, together with what the visitor has entered in the meantime.
 * @param findErrors called after a failure: finds errors that only this form knows
 */
export function enhanceForm(form: HTMLFormElement, definition: Pick<Form, 'kind' | 'fields'>, findErrors?: FindErrors) {
  // Several positions may have the same title.
  const draftName = String(new FormData(form).get('jobid') ?? definition.kind);
  const errors = createFormErrors(form, definition);
  const outcome = createFormOutcome(form);
  let attempt: Attempt = {};
  const pressed = watchMouse();

  const requestToken = () => {
    if (!attempt.token || attempt.token.isOver()) attempt.token = requestFormToken(definition.kind, isEmpty(form));
    return attempt.token;
  };
  const submit = async () => {
    // A double click, or Enter pressed twice, would submit the cleared form, and errors would replace the message of success.
    if (attempt.sending || (outcome.showsStatus() && isEmpty(form))) return;
    if (errors.refuse(errorsOf(form, definition))) return outcome.hide();
    const values = readFields(form);
    outcome.showSending();
    errors.clear();
    attempt.sending = values;
    const result = await send(form, attempt, requestToken(), outcome.showProgress);
    attempt.sending = undefined;
    if (result.ok) {
      attempt = {};
      saveDraft(draftName, readFields(form));
      return outcome.show(result);
    }
    if (!isEmpty(form)) attempt = {};
    restoreFields(form, addToFields(values, form));
    const found = { ...result.errors, ...(await findErrors?.(form)) };
    // The next request differs, so it is another submission.
    if (errors.refuse(found)) attempt.key = undefined;
    outcome.show({ ok: false, message: errors.hiddenMessage(found) ?? result.message });
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener('focusin', ({ target }) => {
    // A restored focus is not an interaction.
    if (target !== outcome.restored) requestToken();
  });
  form.addEventListener('focusout', async ({ target }) => {
    const { name } = target as HTMLInputElement;
    if (!name || attempt.sending) return;
    // Waits for the release, since an error that appears now could move a button away from the pressing pointer. After a key it appears
    // at once: later it would move the next field, which has the focus, under what covers the page.
    await pressed();
    if (!attempt.sending) errors.check(errorsOf(form, definition), name);
  });
  form.addEventListener('input', ({ target }) => {
    const { sending, key } = attempt;
    const { type, name } = target as HTMLInputElement;
    saveDraft(draftName, sending ? addToFields(sending, form) : readFields(form));
    // Selecting a file is complete immediately: no further input can correct it.
    errors.check(errorsOf(form, definition), type === 'file' ? name : '');
    errors.quieten();
    // The outcome stays: a success for its time, a failure until the next attempt, also if the visitor is still typing.
    // A retry of other input is another submission, which must not share the key and the token of one that may have been stored although
    // its response was lost.
    if (key && !sending) attempt = {};
  });
  // A page from the browser's cache is as it was when it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || attempt.sending) return;
    const before = String([...readFields(form)]);
    refreshDraft(draftName, form);
    // Otherwise a retry remains the same submission, with the same key.
    if (String([...readFields(form)]) === before) return;
    attempt = {};
    errors.clear();
    outcome.hide();
  });
  restoreDraft(draftName, form);
  if (form.contains(document.activeElement)) requestToken();
}

/** Clears the fields and sends their values with the attempt's key and token. */
async function send(form: HTMLFormElement, attempt: Attempt, token: FormToken, onProgress: (part: number) => void) {
  const data = new FormData(form);
  // Sites without HTTPS, such as those of a company's network, have no `crypto.randomUUID`.
  attempt.key ??= crypto.getRandomValues(new Uint32Array(4)).join('-');
  clearFields(form);
  for (const [name, value] of await token.fields()) data.append(name, value);
  return sendForm(form.action, data, attempt.key, onProgress);
}

/**
 * Returns a function that waits, while a mouse button is pressed, until it is released and its click has been handled. A tap presses it
 * only once the finger has left the screen.
 */
function watchMouse(): () => Promise<void> | undefined {
  let press: Promise<void> | undefined;
  let end: (() => void) | undefined;
  // Also outside the form: what is below it would move, too.
  addEventListener('mousedown', () => {
    press ??= new Promise((resolve) => {
      end = resolve;
    });
  });
  // An open context menu can keep the release of the button that opened it for itself.
  for (const event of ['mouseup', 'contextmenu', 'pointercancel'])
    addEventListener(event, () =>
      setTimeout(() => {
        end?.();
        press = undefined;
      }),
    );
  return () => press;
}

/** Returns the first message of each field that violates a rule. */
function errorsOf(form: HTMLFormElement, definition: Pick<Form, 'fields'>): FieldErrors {
  const data = new FormData(form);
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...checkTextSize(texts), ...fieldErrors(definition, Object.fromEntries(data)) };
}
