import { createElement } from './create-element.ts';
import { messageNodes } from './message-nodes.ts';
import styles from './SubmissionForm.module.css';
import { type SubmissionOutcome, successMs } from './submission.ts';

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The foot of a `SubmissionForm`: its button, and the note, progress or outcome. A success is a status, a failure an alert. */
export function createFormOutcome(form: HTMLFormElement) {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  const status = form.querySelector('[role="status"]');
  const note = form.querySelector<HTMLElement>('[data-note]');
  const foot = note?.parentElement;
  /** The failure of the last attempt. */
  const failure = () => foot?.querySelector(':scope > [role="alert"]');
  let progress: HTMLProgressElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (content: readonly Node[], isSending = false) => {
    clearTimeout(timer);
    failure()?.remove();
    status?.replaceChildren(...content);
    if (button) button.disabled = isSending;
    if (isSending) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
    if (note) note.hidden = content.length > 0;
  };
  const leave = () => {
    // A visitor who is still reading it with a screen reader or keyboard has focus on it.
    if (status?.contains(document.activeElement)) timer = setTimeout(leave, 1000);
    else set([]);
  };
  /** A visitor may have left the tab during a long upload: the time begins when it is in view. */
  const leaveInTime = () => {
    if (document.hidden) document.addEventListener('visibilitychange', leaveInTime, { once: true });
    else timer = setTimeout(leave, successMs);
  };

  const outcome = {
    /** The button, while the focus returns to it. */
    restored: undefined as HTMLElement | undefined,
    /** Whether the progress or a success is shown. */
    showsStatus: () => status?.hasChildNodes(),
    /** Shows the note again. */
    hide: () => set([]),
    showSending(): void {
      // A disabled button loses the focus.
      if (button && document.activeElement === button) outcome.restored = button;
      progress = createElement('progress', { className: styles.progress ?? '', ariaLabel: 'Sent', value: 0, max: 1 });
      set([createElement('span', { className: 'sr-only' }, 'Sending'), progress], true);
    },
    /** @param part sent fraction of the form, 0 to 1 */
    showProgress(part: number): void {
      if (progress) progress.value = part;
    },
    show({ ok, message }: SubmissionOutcome): void {
      const shown = createElement('p', { className: styles.message ?? '' }, ...messageNodes(message));
      set(ok ? [shown] : []);
      if (ok) {
        shown.tabIndex = -1;
        leaveInTime();
      } else {
        if (note) note.hidden = true;
        shown.role = 'alert';
        foot?.append(shown);
      }
      // A second click on the disabled button moves the focus to an element around the form.
      if (document.activeElement?.contains(form)) outcome.restored?.focus({ preventScroll: true });
      outcome.restored = undefined;
      // On a phone it is below the button, where the window may end. With errors of fields, the first of these fields is in view instead.
      if (!form.querySelector('[aria-invalid=true]')) shown.scrollIntoView({ block: 'nearest' });
    },
  };
  return outcome;
}
