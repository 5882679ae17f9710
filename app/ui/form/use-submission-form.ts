import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type FieldErrors, type Form, fieldErrors } from '../../shared/forms/form.ts';
import { checkTextSize } from '../../shared/submission-rules.ts';
import { restoreDraft, saveDraft } from './draft.ts';
import { addToFields, clearFields, type FieldValues, isEmpty, readFields, restoreFields } from './form-fields.ts';
import { type FormToken, requestFormToken } from './form-token.ts';
import { type ReturnedForm, type SubmissionResult, sendForm, successMs } from './submission.ts';

/** Finds out why a form, whose fields are as they were sent, could not be sent. Never rejects. */
export type FindErrors = (form: HTMLFormElement) => Promise<FieldErrors>;

interface SubmissionFormOptions {
  /** URL that the form is sent to, with and without JavaScript. */
  action: string;
  form: Pick<Form, 'kind' | 'fields'>;
  /** Distinguishes the drafts of several forms. */
  draftName: string;
  /** Set if the page is the response to this form, sent without JavaScript. */
  returned?: ReturnedForm | undefined;
  findErrors?: FindErrors | undefined;
}

/** A submission: from the first interaction until it has succeeded, or has changed after a failure. */
interface Attempt {
  /** Its Idempotency-Key; set when it is first sent. */
  key?: string | undefined;
  token?: FormToken;
  /** Values of the fields, while they are being sent. */
  sending?: FieldValues | undefined;
}

/**
 * The list of errors: absent; announced when Submit has found them; or shown silently while they are being corrected, because
 * announcing it again on each key would drown out the typing (WCAG 4.1.3).
 */
export type ErrorListing = 'absent' | 'announced' | 'silent';

/** Idle; sending; or the outcome of the last attempt, while it is shown. */
export type SubmissionState = 'idle' | 'sending' | SubmissionResult;

/**
 * The state of a form from the first interaction to the outcome (Specification 4, Contact form; Rulings 17, 18). A field's errors
 * show after it was touched, all errors on submit. Fields are cleared immediately on submit; after a failure all texts and the
 * selected file are restored, together with what the visitor has entered in the meantime. The inputs are uncontrolled, so that
 * nothing typed before hydration is lost.
 */
export function useSubmissionForm({ action, form, draftName, returned, findErrors }: SubmissionFormOptions) {
  const formRef = useRef<HTMLFormElement>(null);
  const press = useRef<Promise<void> | undefined>(undefined);
  const { attempt, requestToken, restart, send, sent } = useAttempt(action, form.kind);
  const [state, setState, outcomeRef, focused] = useOutcome(returned);
  const { check, refuse, clear, quieten, ...shownErrors } = useErrors(form, returned);

  useEffect(() => {
    if (formRef.current) restoreDraft(draftName, formRef.current);
  }, [draftName]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (attempt.current.sending) return;
    const data = new FormData(element);
    if (refuse(element, errorsOf(data, form))) return setState('idle');
    const { submitter } = event.nativeEvent as SubmitEvent;
    focused.current = document.activeElement === submitter ? submitter : null;
    const values = readFields(element);
    setState('sending');
    clear();
    const sending = send(data, values);
    clearFields(element);
    const result = await sending;
    setState(result);
    if (result.ok) {
      attempt.current = {};
      saveDraft(draftName, readFields(element));
      return;
    }
    if (!isEmpty(element)) restart();
    restoreFields(element, addToFields(values, element));
    // The next request differs, so it is another submission.
    if (refuse(element, { ...result.errors, ...(await findErrors?.(element)) })) attempt.current.key = undefined;
  };

  return {
    ...shownErrors,
    state,
    sent,
    outcomeRef,
    formProps: {
      ref: formRef,
      onSubmit,
      onFocus: ({ target }: FocusEvent<HTMLFormElement>) => {
        // A restored focus is not an interaction.
        if (target !== focused.current) requestToken();
      },
      onPointerDown: () => {
        press.current = untilReleased();
      },
      onBlur: async ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
        const { name } = target as Element as HTMLInputElement;
        if (!name || attempt.current.sending) return;
        // Waits for the release, since an error that appears now could move a button away from the pressing pointer.
        await press.current;
        if (!attempt.current.sending) check(currentTarget, name);
      },
      onInput: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
        const { sending, key } = attempt.current;
        const { type, name } = target as HTMLInputElement;
        saveDraft(draftName, sending ? addToFields(sending, currentTarget) : readFields(currentTarget));
        // Selecting a file is complete immediately: no further input can correct it.
        check(currentTarget, type === 'file' ? name : '');
        quieten();
        // The outcome stays: a success for its time, a failure until the next attempt, also if the visitor is still typing.
        if (key && !sending) restart();
      },
    },
  };
}

/** The submission of a form and its retries. */
function useAttempt(action: string, kind: string) {
  const attempt = useRef<Attempt>({});
  const [sent, setSent] = useState(0);
  const requestToken = () => {
    const { current } = attempt;
    if (!current.token || current.token.isOver()) current.token = requestFormToken(kind);
    return current.token;
  };
  return {
    attempt,
    requestToken,
    /**
     * Forgets the last attempt after an edit: a retry is another submission, which must not share the key and the token of one that
     * may have been stored although its response was lost.
     */
    restart(): void {
      attempt.current = {};
      requestToken();
    },
    async send(data: FormData, values: FieldValues): Promise<SubmissionResult> {
      const { current } = attempt;
      current.sending = values;
      // Sites without HTTPS, such as those of a company's network, have no `crypto.randomUUID`.
      current.key ??= crypto.getRandomValues(new Uint32Array(4)).join('-');
      setSent(0);
      for (const [name, value] of await requestToken().fields()) data.append(name, value);
      const result = await sendForm(action, data, current.key, setSent);
      current.sending = undefined;
      return result;
    },
    /** Sent fraction of the form, 0 to 1. */
    sent,
  };
}

/** The state of a form, its outcome shown for its time, and the focus across sending, when the pressed button is disabled. */
function useOutcome(returned: ReturnedForm | undefined) {
  const outcomeRef = useRef<HTMLParagraphElement>(null);
  /** The pressed button, if it had focus. */
  const focused = useRef<HTMLElement | null>(null);
  const [state, setState] = useState<SubmissionState>(returned ? { ok: false, ...returned } : 'idle');

  useEffect(() => {
    if (typeof state === 'string' || !state.ok) return;
    let timer: ReturnType<typeof setTimeout>;
    const leave = () => {
      // A visitor who is still reading it with a screen reader or keyboard has focus on it.
      if (outcomeRef.current?.contains(document.activeElement)) timer = setTimeout(leave, 1000);
      else setState('idle');
    };
    timer = setTimeout(leave, successMs);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state === 'sending') {
      const warn = (event: BeforeUnloadEvent) => event.preventDefault();
      addEventListener('beforeunload', warn);
      return () => removeEventListener('beforeunload', warn);
    }
    if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true });
    focused.current = null;
    // On a phone it is below the button, where the window may end.
    outcomeRef.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);

  return [state, setState, outcomeRef, focused] as const;
}

function useErrors(form: Pick<Form, 'fields'>, returned: ReturnedForm | undefined) {
  const [errors, setErrors] = useState<FieldErrors>(returned?.errors ?? {});
  const [listing, setListing] = useState<ErrorListing>(returned ? 'announced' : 'absent');
  const [refusals, setRefusals] = useState(0);
  const touched = useRef(new Set(Object.keys(errors))).current;
  return {
    errors,
    /** How errors, if there are any, are listed after Submit was pressed with invalid fields. */
    listing,
    /** Number of refused attempts: each renders a new list, which is announced. */
    refusals,
    /** Updates the errors of the touched fields, which from now on include `name`. */
    check(element: HTMLFormElement, name: string): void {
      if (name) touched.add(name);
      if (touched.size === 0) return;
      const all = Object.entries(errorsOf(new FormData(element), form));
      setErrors(Object.fromEntries(all.filter(([field]) => touched.has(field))));
    },
    /** Shows all errors, if there are any, and moves the focus to the first. @returns whether there are any */
    refuse(element: HTMLFormElement, found: FieldErrors): boolean {
      const names = Object.keys(found);
      if (names.length === 0) return false;
      for (const name of names) touched.add(name);
      setErrors(found);
      setListing('announced');
      setRefusals((count) => count + 1);
      ([...element.elements] as HTMLInputElement[]).find(({ name }) => name in found)?.focus();
      return true;
    },
    clear(): void {
      setListing('absent');
      setErrors({});
      touched.clear();
    },
    /** Stops announcing the list while its errors are being corrected. */
    quieten: () => setListing((current) => (current === 'announced' ? 'silent' : current)),
  };
}

/** Waits until the pressed pointer is released and its click has been handled. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const release = () => {
      listening.abort();
      setTimeout(resolve);
    };
    addEventListener('pointerup', release, { signal: listening.signal });
    addEventListener('pointercancel', release, { signal: listening.signal });
  });
}

/** Returns the first message of each field that violates a rule. */
function errorsOf(data: FormData, form: Pick<Form, 'fields'>): FieldErrors {
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...checkTextSize(texts), ...fieldErrors(form, Object.fromEntries(data)) };
}
