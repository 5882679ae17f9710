import { formatDay } from '../../shared/format-day.ts';
import { isoDay } from '../../shared/iso-time.ts';
import { type Choice, choiceLabels, choose, isAsked, onChoiceChange, storedChoice } from './consent.ts';

/** The room that is covered at the foot of the window, which base.css and the footer keep free. */
const coveredProperty = '--covered-below';
/** The outline of what has the focus, with its distance, px. */
const outlinePx = 8;

/**
 * Shows the banner that asks for consent while the visitor is to be asked. What has the focus is never covered (WCAG 2.4.11).
 * @param banner as `ConsentBanner` renders it
 */
export function followConsent(banner: HTMLElement): void {
  let uncover: (() => void) | undefined;
  /** Who came in by the keyboard, or by the control that opened it, is led back. */
  let cameFrom: Element | undefined;

  const update = () => {
    if (isAsked() === !banner.hidden) return;
    if (!banner.hidden) {
      banner.hidden = true;
      uncover?.();
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
      return;
    }
    cameFrom = undefined;
    banner.hidden = false;
    uncover = keepFree(banner);
    const stored = storedChoice();
    const line = banner.querySelector<HTMLElement>('[data-consent-choice]');
    if (!stored || !line) return;
    // It was opened again, by a control that has the focus.
    line.hidden = false;
    line.textContent = `Your choice of ${formatDay(isoDay(stored.at))}: ${choiceLabels[stored.choice]}.`;
    banner.querySelector('h2')?.focus();
  };

  banner.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !banner.contains(relatedTarget)) cameFrom = relatedTarget;
  });
  banner.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button');
    if (button) choose(button.value as Choice);
  });
  onChoiceChange(update);
  update();
}

/** Keeps what has the focus out from under an element at the foot of the window. Returns the way to stop. */
function keepFree(element: HTMLElement): () => void {
  const root = document.documentElement;
  const uncoverFocused = () => {
    const focused = document.activeElement;
    if (focused && focused !== document.body && !element.contains(focused))
      focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // Browsers scroll to what gets the focus where it is off screen, and not where something lies over it. They do so after
  // this event.
  const onFocus = () => requestAnimationFrame(uncoverFocused);
  const observer = new ResizeObserver(() => {
    const covered = innerHeight - element.getBoundingClientRect().top;
    root.style.setProperty(coveredProperty, `${Math.ceil(covered) + outlinePx}px`);
    uncoverFocused();
  });
  observer.observe(element);
  document.addEventListener('focusin', onFocus);
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
    root.style.removeProperty(coveredProperty);
  };
}
