import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { checkForm, type FieldErrors, type Form } from '../../shared/forms/form.ts';
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
  const outcome = useRef<HTMLParagraphElement>(null);
  const touched = useRef(new Set(Object.keys(returned?.errors ?? {})));
  const attempt = useRef<string | undefined>(undefined);
  const token = useRef<FormToken | undefined>(undefined);
  const press = useRef<Promise<void> | undefined>(undefined);
  const submits = useRef(0);
  /** Values of the submission that is being sent. */
  const sending = useRef<FieldValues | undefined>(undefined);
  /** The pressed button, if it had focus, which it loses when it is disabled. */
  const focused = useRef<HTMLElement | null>(null);
  const [errors, setErrors] = useState<FieldErrors>(returned?.errors ?? {});
  const [listing, setListing] = useState<ErrorListing>(returned ? 'announced' : 'absent');
  const [refusals, setRefusals] = useState(0);
  const [sent, setSent] = useState(0);
  const [state, setState] = useState<SubmissionState>(returned ? { ok: false, ...returned } : 'idle');

  const check = () => {
    if (!formRef.current) return;
    const all = Object.entries(errorsOf(new FormData(formRef.current), form));
    setErrors(Object.fromEntries(all.filter(([name]) => touched.current.has(name))));
  };

  useEffect(() => {
    if (formRef.current) restoreDraft(draftName, formRef.current);
  }, [draftName]);

  useEffect(() => {
    if (typeof state === 'string' || !state.ok) return;
    let timer: ReturnType<typeof setTimeout>;
    const leave = () => {
      // A visitor who is still reading it with a screen reader or keyboard has focus on it.
      if (outcome.current?.contains(document.activeElement)) timer = setTimeout(leave, 1000);
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
  }, [state]);

  const askForToken = () => {
    if (!token.current || token.current.isOver()) token.current = requestFormToken(form.kind);
    return token.current;
  };

  /**
   * Forgets the last attempt after an edit: a retry is another submission, which must not share the key and the token of one that may
   * have been stored although its response was lost.
   */
  const startAnotherAttempt = () => {
    attempt.current = undefined;
    token.current = undefined;
    askForToken();
  };

  const refuse = (element: HTMLFormElement, found: FieldErrors) => {
    for (const name of Object.keys(found)) touched.current.add(name);
    setErrors(found);
    setListing('announced');
    setRefusals((count) => count + 1);
    [...element.elements]
      .find((field): field is HTMLInputElement => (field as HTMLInputElement).name in found)
      ?.focus();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (state === 'sending') return;
    submits.current += 1;
    const data = new FormData(element);
    const found = errorsOf(data, form);
    if (Object.keys(found).length > 0) {
      setState('idle');
      return refuse(element, found);
    }

    const typed = readFields(element);
    sending.current = typed;
    // Sites without HTTPS, such as those of a company's network, have no `crypto.randomUUID`.
    const key = attempt.current ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
    attempt.current = key;
    const { submitter } = event.nativeEvent as SubmitEvent;
    focused.current = document.activeElement === submitter ? submitter : null;
    setState('sending');
    setListing('absent');
    setErrors({});
    touched.current.clear();
    clearFields(element);

    setSent(0);
    for (const [name, value] of await askForToken().fields()) data.append(name, value);
    const result = await sendForm(action, data, key, setSent);
    sending.current = undefined;
    setState(result);
    if (result.ok) {
      attempt.current = undefined;
      token.current = undefined;
      saveDraft(draftName, readFields(element));
      return;
    }
    if (!isEmpty(element)) startAnotherAttempt();
    restoreFields(element, addToFields(typed, element));
    const wrong = { ...result.errors, ...(await findErrors?.(element)) };
    if (Object.keys(wrong).length > 0) {
      // The next request differs, so it is another submission.
      attempt.current = undefined;
      refuse(element, wrong);
    }
  };

  return {
    errors,
    /** How errors, if there are any, are listed after Submit was pressed with invalid fields. */
    listing,
    /** Number of refused attempts: each renders a new list, which is announced. */
    refusals,
    state,
    /** Sent fraction of the form, 0 to 1. */
    sent,
    outcomeRef: outcome,
    formProps: {
      ref: formRef,
      action,
      method: 'post' as const,
      encType: 'multipart/form-data' as const,
      noValidate: true,
      onSubmit,
      onFocus: ({ target }: FocusEvent<HTMLFormElement>) => {
        // A restored focus is not an interaction.
        if (target !== focused.current) askForToken();
      },
      onPointerDown: () => {
        press.current = untilReleased();
      },
      onBlur: async ({ target }: FocusEvent<HTMLFormElement>) => {
        const { name } = target as Element as HTMLInputElement;
        if (!name || state === 'sending') return;
        // Waits for the release, since an error that appears now could move a button away from the pressing pointer.
        const before = submits.current;
        await press.current;
        if (submits.current !== before) return;
        touched.current.add(name);
        check();
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { current: element } = formRef;
        if (element)
          saveDraft(draftName, sending.current ? addToFields(sending.current, element) : readFields(element));
        // Selecting a file is complete immediately: no further input can correct it.
        if (target instanceof HTMLInputElement && target.type === 'file') touched.current.add(target.name);
        if (touched.current.size > 0) check();
        setListing((current) => (current === 'announced' ? 'silent' : current));
        // The outcome stays: a success for its time, a failure until the next attempt, also if the visitor is still typing.
        if (state !== 'sending' && attempt.current) startAnotherAttempt();
      },
    },
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
  const result = checkForm(form, Object.fromEntries(data));
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...checkTextSize(texts), ...('errors' in result ? result.errors : {}) };
}
