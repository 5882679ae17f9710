import { formatDay } from '../../shared/format-day.ts';
import { isoDay } from '../../shared/iso-time.ts';
import {
  type Choice,
  choiceLabels,
  choose,
  isChoiceNeeded,
  isReopened,
  keepChoice,
  onChoiceChange,
  storedChoice,
} from './consent.ts';

/** The covered height at the bottom of the window, which base.css and the footer leave free. */
const coveredProperty = '--covered-below';
/** Width of the focus outline with its offset, px. */
const outlinePx = 8;

/** Shows the consent banner while the visitor should be asked. It never covers the focused element (WCAG 2.4.11). */
export function followConsent(banner: HTMLElement): void {
  let uncover: (() => void) | undefined;
  /** The element that had the focus before the banner; it gets the focus back. */
  let cameFrom: Element | undefined;

  const update = () => {
    if (isChoiceNeeded() === !banner.hidden) return;
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
    if (stored && line) {
      line.hidden = false;
      line.textContent = `Your choice of ${formatDay(isoDay(stored.at))}: ${choiceLabels[stored.choice]}.`;
    }
    // It was opened by a control that has the focus.
    if (isReopened) banner.querySelector('h2')?.focus();
  };

  banner.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !banner.contains(relatedTarget)) cameFrom = relatedTarget;
  });
  banner.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button');
    if (button) choose(button.value as Choice);
  });
  banner.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') keepChoice();
  });
  onChoiceChange(update);
  update();
}

/** Scrolls the focused element out from under an element at the bottom of the window. Returns a function that stops it. */
function keepFree(element: HTMLElement): () => void {
  const root = document.documentElement;
  const uncoverFocused = () => {
    const focused = document.activeElement;
    if (focused && focused !== document.body && !element.contains(focused))
      focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  // After this event, browsers scroll to a focused element that is off screen, but not to one that is covered.
  const onFocus = () => requestAnimationFrame(uncoverFocused);
  const observer = new ResizeObserver(() => {
    const { top, height } = element.getBoundingClientRect();
    // Without a box it covers nothing: content blockers hide or remove such banners.
    const covered = height && innerHeight - top;
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
