import type * as TestingLibrary from '@testing-library/dom';

// Functions that run inside a page. They use only the page's globals, and one another by name.

declare const TestingLibraryDom: typeof TestingLibrary;

/** An element by its properties in the accessibility tree (WAI-ARIA): role, name, and ancestor. */
export interface Target {
  readonly role: string;
  /** The whole name, or a pattern that it matches. */
  readonly name?: string | RegExp;
  /** Text that it contains. */
  readonly text?: string;
  readonly inside?: Target;
}

/** A target as JSON, which has no regular expressions. */
export interface PortableTarget extends Omit<Target, 'name' | 'inside'> {
  readonly name?: string | { readonly source: string; readonly flags: string };
  readonly inside?: PortableTarget;
}

/** Edges within the viewport, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The state of an element at one time. */
export interface State {
  /** Text content, white space collapsed. */
  readonly text: string;
  /** The value of a field; the empty string for other elements. */
  readonly value: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  /** Whether it has the focus. */
  readonly focused: boolean;
  /** ARIA states; null where the attribute is absent. */
  readonly expanded: string | null;
  readonly selected: string | null;
  readonly current: string | null;
  readonly invalid: string | null;
  /** Accessible description, such as a field's error. */
  readonly description: string;
  readonly box: Box;
}

/** Where an element can be clicked. */
export interface ClickPoint {
  readonly x: number;
  readonly y: number;
  /** The element that covers it there. */
  readonly coveredBy: string | null;
  /** Whether a transition moves it or is pending: on a busy machine it may pause on its way. */
  readonly moves: boolean;
}

/** @returns the elements that match; those hidden from assistive technology never do */
export function findAll({ role, name, text = '', inside }: PortableTarget): HTMLElement[] {
  const roots = inside ? findAll(inside) : [document.body];
  const pattern = typeof name === 'object' ? new RegExp(name.source, name.flags) : name;
  const found = roots.flatMap((root) =>
    // The library considers elements with the `hidden` attribute hidden, even where a style sheet shows them.
    TestingLibraryDom.queryAllByRole(root, role, { hidden: true, ...(pattern === undefined ? {} : { name: pattern }) }),
  );
  return [...new Set(found)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [inert]') &&
      element.textContent?.includes(text),
  );
}

export function stateOf(element: HTMLElement): State {
  const field = element as HTMLInputElement;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const describedBy = (element.getAttribute('aria-describedby') ?? '').split(' ');
  return {
    text: (element.textContent ?? '').replace(/\s+/gu, ' ').trim(),
    value: field.value ?? '',
    checked: field.checked ?? false,
    disabled: element.matches(':disabled'),
    focused: element === document.activeElement,
    expanded: element.getAttribute('aria-expanded'),
    selected: element.getAttribute('aria-selected'),
    current: element.getAttribute('aria-current'),
    invalid: element.getAttribute('aria-invalid'),
    description: describedBy
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
    box: { left, top, right, bottom },
  };
}

/** Scrolls an element into view. @returns where a mouse reaches it; null where it has no box */
export function clickPointOf(element: HTMLElement): ClickPoint | null {
  const isInView = () => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  };
  if (!isInView()) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // A link over two lines has a hole in the middle of its box.
  const [line] = element.getClientRects();
  if (!line || line.width === 0 || line.height === 0) return null;
  const x = line.left + line.width / 2;
  const y = line.top + line.height / 2;
  const hit = document.elementFromPoint(x, y);
  // A check box may lie under its label, which is the larger thing to press.
  const isReached = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  const coveredBy = isReached ? null : `<${hit?.tagName.toLowerCase()}> "${hit?.textContent?.trim().slice(0, 40)}"`;
  const moves = document.getAnimations().some(({ effect, playState }) => {
    const { target } = (effect ?? {}) as KeyframeEffect;
    return playState === 'running' && target?.contains(element) && effect?.getComputedTiming().endTime !== Infinity;
  });
  return { x, y, coveredBy, moves };
}

/** @returns boxes of everything that a button has opened above the page: popovers, dialogs, dropdowns */
export function popupBoxes(): Box[] {
  const dropdowns = [...document.querySelectorAll('[aria-expanded="true"][aria-controls]')]
    .map((button) => document.getElementById(button.getAttribute('aria-controls') ?? ''))
    .filter((element) => element && ['absolute', 'fixed'].includes(getComputedStyle(element).position));
  const popups = new Set([...document.querySelectorAll(':popover-open, dialog[open]'), ...dropdowns]);
  return [...popups].flatMap((element) => {
    if (!element?.checkVisibility()) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [{ left, top, right, bottom }];
  });
}
