import type { FieldErrors, Form } from '../../shared/forms/form.ts';
import icon from '../icon/Icon.module.css';
import { warningPath } from '../icon/warning-path.ts';
import { createElement } from './create-element.ts';
import { countOfErrors, errorText } from './error-labels.ts';
import field from './Field.module.css';
import styles from './SubmissionForm.module.css';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The errors of a `SubmissionForm`: beside their fields, and in a list after Submit was pressed with invalid fields. */
export function createFormErrors(form: HTMLFormElement, { fields }: Pick<Form, 'fields'>) {
  const controls = Object.entries(fields).flatMap(([name, { control, label }]) => {
    const element = form.elements.namedItem(name) as Control | null;
    return control === 'hidden' || !element ? [] : [{ name, label, element }];
  });
  const touched = new Set(controls.flatMap(({ name, element }) => (element.ariaInvalid === 'true' ? [name] : [])));
  /** The list of a form that the server has returned. */
  const returned = form.querySelector('[data-errors]');
  let list = returned ? createErrorList(controls, 'off') : undefined;

  const show = (errors: FieldErrors) => {
    for (const { name, element } of controls) showFieldError(element, errors[name]);
    returned?.remove();
    if (!list) return;
    const count = list.update(errors);
    if (count === 0) list.element.remove();
    else if (!list.element.isConnected) form.prepend(list.element);
  };

  form.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    const linked = link && list?.element.contains(link) && document.getElementById(link.hash.slice(1));
    if (!linked) return;
    // Focuses the field like the link, but without changing the URL's anchor, which names the open position.
    event.preventDefault();
    linked.focus({ preventScroll: true });
    linked.scrollIntoView({ block: 'center' });
  });

  return {
    /** Updates the errors of the touched fields, which from now on include `name`. */
    check(errors: FieldErrors, name: string): void {
      if (name) touched.add(name);
      if (touched.size > 0) show(Object.fromEntries(Object.entries(errors).filter(([field]) => touched.has(field))));
    },
    /** Shows and announces all errors, if there are any, and moves the focus to the first. @returns whether there are any */
    refuse(errors: FieldErrors): boolean {
      const names = Object.keys(errors);
      if (names.length === 0) return false;
      for (const name of names) touched.add(name);
      list?.element.remove();
      // Screen readers announce only a list that is new in the page.
      list = createErrorList(controls, 'assertive');
      show(errors);
      controls.find(({ name }) => name in errors)?.element.focus();
      return true;
    },
    clear(): void {
      list?.element.remove();
      list = undefined;
      touched.clear();
      show({});
    },
    /** Stops announcing the list while its errors are being corrected: on each key, that would drown out the typing (WCAG 4.1.3). */
    quieten(): void {
      if (list) list.element.ariaLive = 'off';
    },
    /** Returns the message of a field that the site filled in, which a visitor cannot correct, such as a position that has closed. */
    hiddenMessage: (errors: FieldErrors): string | undefined =>
      Object.entries(errors).find(([name]) => fields[name]?.control === 'hidden')?.[1],
  };
}

/** Creates a list with a link to each field. Links of fields without an error are hidden, so that none that has the focus is replaced. */
function createErrorList(
  controls: readonly { name: string; label: string; element: Control }[],
  live: 'assertive' | 'off',
) {
  const heading = createElement('p', {});
  const items = controls.map(({ name, label, element }) => {
    const link = createElement('a', { href: `#${element.id}` });
    return { name, label, link, item: createElement('li', {}, link) };
  });
  return {
    element: createElement(
      'div',
      { role: 'alert', ariaLive: live, className: styles.errors ?? '' },
      heading,
      createElement('ul', {}, ...items.map(({ item }) => item)),
    ),
    /** @returns the number of errors in the list */
    update(errors: FieldErrors): number {
      for (const { name, label, link, item } of items) {
        const message = errors[name];
        item.hidden = message === undefined;
        link.textContent = message === undefined ? '' : errorText(label, message);
      }
      const count = items.filter(({ item }) => !item.hidden).length;
      heading.textContent = countOfErrors(count);
      return count;
    },
  };
}

/** Shows the error of a `Field`, or its hint. */
function showFieldError(control: Control, message: string | undefined): void {
  const { parentElement: box, id } = control;
  const hint = document.getElementById(`${id}-hint`);
  let error = document.getElementById(`${id}-error`);
  if (message === undefined) error?.remove();
  else {
    if (!error) {
      error = createElement('p', { id: `${id}-error`, className: field.error ?? '' }, createElement('span', {}));
      error.insertAdjacentHTML('afterbegin', warning);
      box?.append(error);
    }
    if (error.lastElementChild) error.lastElementChild.textContent = message;
  }
  box?.classList.toggle(field.bad ?? '', message !== undefined);
  if (hint) hint.hidden = message !== undefined;
  // An empty file field as in Field.tsx.
  control.ariaInvalid = message === undefined && control.type !== 'file' ? null : String(message !== undefined);
  control.setAttribute('aria-describedby', message === undefined ? (hint?.id ?? '') : `${id}-error`);
}

const warning = `<svg class="${icon.icon}" viewBox="0 0 24 24" aria-hidden="true"><path d="${warningPath}"/></svg>`;
